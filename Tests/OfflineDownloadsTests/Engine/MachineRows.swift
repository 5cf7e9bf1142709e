extension MachineTable {
    /// The table, with one row per line: situation, input, actions, resulting stage and progress.
    static let text = """
        preloaded          | request           | tell preparing, prepare           | preparing
        preloaded          | licence preloaded | -                                 | preloaded
        preloaded          | prepared          | -                                 | preloaded
        preloaded          | key loaded        | -                                 | preloaded
        preloaded          | slot granted      | leave line                        | preloaded
        preloaded          | outdated          | -                                 | preloaded
        preloaded          | progress          | -                                 | preloaded
        preloaded          | finished          | -                                 | preloaded
        preloaded          | failed            | stop, tell failed, leave line     | failed
        preloaded          | pause             | -                                 | preloaded
        preloaded          | resume            | -                                 | preloaded
        preloaded          | cancel            | stop, tell cancelled, leave line  | cancelled
        preloaded          | network gone      | -                                 | preloaded
        preloaded          | network there     | -                                 | preloaded
        preloaded          | player needs      | -                                 | preloaded
        preloaded          | player done       | -                                 | preloaded
        preloaded          | repair            | -                                 | preloaded

        preloaded offline  | request           | tell preparing                    | preparing
        preloaded offline  | licence preloaded | -                                 | preloaded
        preloaded offline  | prepared          | -                                 | preloaded
        preloaded offline  | key loaded        | -                                 | preloaded
        preloaded offline  | slot granted      | leave line                        | preloaded
        preloaded offline  | outdated          | -                                 | preloaded
        preloaded offline  | progress          | -                                 | preloaded
        preloaded offline  | finished          | -                                 | preloaded
        preloaded offline  | failed            | stop, tell failed, leave line     | failed
        preloaded offline  | pause             | -                                 | preloaded
        preloaded offline  | resume            | -                                 | preloaded
        preloaded offline  | cancel            | stop, tell cancelled, leave line  | cancelled
        preloaded offline  | network gone      | -                                 | preloaded
        preloaded offline  | network there     | -                                 | preloaded
        preloaded offline  | player needs      | -                                 | preloaded
        preloaded offline  | player done       | -                                 | preloaded
        preloaded offline  | repair            | -                                 | preloaded

        preparing          | request           | -                                 | preparing
        preparing          | licence preloaded | tell preloaded                    | preloaded
        preparing          | prepared          | tell waiting, enqueue             | waiting
        preparing          | key loaded        | tell keyLoaded                    | preparing
        preparing          | slot granted      | leave line                        | preparing
        preparing          | outdated          | stop, leave line                  | preparing
        preparing          | progress          | -                                 | preparing
        preparing          | finished          | -                                 | preparing
        preparing          | failed            | stop, tell failed, leave line     | failed
        preparing          | pause             | stop, tell paused 0.0, leave line | paused
        preparing          | resume            | -                                 | preparing
        preparing          | cancel            | stop, tell cancelled, leave line  | cancelled
        preparing          | network gone      | stop                              | preparing
        preparing          | network there     | -                                 | preparing
        preparing          | player needs      | -                                 | preparing
        preparing          | player done       | -                                 | preparing
        preparing          | repair            | -                                 | preparing

        preparing offline  | request           | -                                 | preparing
        preparing offline  | licence preloaded | tell preloaded                    | preloaded
        preparing offline  | prepared          | tell waiting, enqueue             | waiting
        preparing offline  | key loaded        | tell keyLoaded                    | preparing
        preparing offline  | slot granted      | leave line                        | preparing
        preparing offline  | outdated          | stop, leave line                  | preparing
        preparing offline  | progress          | -                                 | preparing
        preparing offline  | finished          | -                                 | preparing
        preparing offline  | failed            | stop, tell failed, leave line     | failed
        preparing offline  | pause             | stop, tell paused 0.0, leave line | paused
        preparing offline  | resume            | -                                 | preparing
        preparing offline  | cancel            | stop, tell cancelled, leave line  | cancelled
        preparing offline  | network gone      | -                                 | preparing
        preparing offline  | network there     | prepare                           | preparing
        preparing offline  | player needs      | -                                 | preparing
        preparing offline  | player done       | -                                 | preparing
        preparing offline  | repair            | -                                 | preparing

        preparing again    | request           | -                                 | preparing 0.5
        preparing again    | licence preloaded | tell preloaded                    | preloaded 0.5
        preparing again    | prepared          | tell waiting, enqueue             | waiting 0.5
        preparing again    | key loaded        | tell keyLoaded                    | preparing 0.5
        preparing again    | slot granted      | leave line                        | preparing 0.5
        preparing again    | outdated          | stop, leave line                  | preparing 0.5
        preparing again    | progress          | -                                 | preparing 0.5
        preparing again    | finished          | -                                 | preparing 0.5
        preparing again    | failed            | stop, tell failed, leave line     | failed 0.5
        preparing again    | pause             | stop, tell paused 0.5, leave line | paused 0.5
        preparing again    | resume            | -                                 | preparing 0.5
        preparing again    | cancel            | stop, tell cancelled, leave line  | cancelled 0.5
        preparing again    | network gone      | stop                              | preparing 0.5
        preparing again    | network there     | -                                 | preparing 0.5
        preparing again    | player needs      | -                                 | preparing 0.5
        preparing again    | player done       | -                                 | preparing 0.5
        preparing again    | repair            | -                                 | preparing 0.5

        waiting            | request           | -                                 | waiting
        waiting            | licence preloaded | -                                 | waiting
        waiting            | prepared          | -                                 | waiting
        waiting            | key loaded        | -                                 | waiting
        waiting            | slot granted      | tell running 0.0, fetch           | running
        waiting            | outdated          | stop, leave line                  | preparing
        waiting            | progress          | -                                 | waiting
        waiting            | finished          | -                                 | waiting
        waiting            | failed            | stop, tell failed, leave line     | failed
        waiting            | pause             | stop, tell paused 0.0, leave line | paused
        waiting            | resume            | -                                 | waiting
        waiting            | cancel            | stop, tell cancelled, leave line  | cancelled
        waiting            | network gone      | -                                 | waiting
        waiting            | network there     | -                                 | waiting
        waiting            | player needs      | -                                 | waiting
        waiting            | player done       | -                                 | waiting
        waiting            | repair            | -                                 | waiting

        waiting offline    | request           | -                                 | waiting
        waiting offline    | licence preloaded | -                                 | waiting
        waiting offline    | prepared          | -                                 | waiting
        waiting offline    | key loaded        | -                                 | waiting
        waiting offline    | slot granted      | tell noConnection 0.0             | running
        waiting offline    | outdated          | stop, leave line                  | preparing
        waiting offline    | progress          | -                                 | waiting
        waiting offline    | finished          | -                                 | waiting
        waiting offline    | failed            | stop, tell failed, leave line     | failed
        waiting offline    | pause             | stop, tell paused 0.0, leave line | paused
        waiting offline    | resume            | -                                 | waiting
        waiting offline    | cancel            | stop, tell cancelled, leave line  | cancelled
        waiting offline    | network gone      | -                                 | waiting
        waiting offline    | network there     | -                                 | waiting
        waiting offline    | player needs      | -                                 | waiting
        waiting offline    | player done       | -                                 | waiting
        waiting offline    | repair            | -                                 | waiting

        waiting again      | request           | -                                 | waiting 0.5
        waiting again      | licence preloaded | -                                 | waiting 0.5
        waiting again      | prepared          | -                                 | waiting 0.5
        waiting again      | key loaded        | -                                 | waiting 0.5
        waiting again      | slot granted      | tell running 0.5, fetch           | running 0.5
        waiting again      | outdated          | stop, leave line                  | preparing 0.5
        waiting again      | progress          | -                                 | waiting 0.5
        waiting again      | finished          | -                                 | waiting 0.5
        waiting again      | failed            | stop, tell failed, leave line     | failed 0.5
        waiting again      | pause             | stop, tell paused 0.5, leave line | paused 0.5
        waiting again      | resume            | -                                 | waiting 0.5
        waiting again      | cancel            | stop, tell cancelled, leave line  | cancelled 0.5
        waiting again      | network gone      | -                                 | waiting 0.5
        waiting again      | network there     | -                                 | waiting 0.5
        waiting again      | player needs      | -                                 | waiting 0.5
        waiting again      | player done       | -                                 | waiting 0.5
        waiting again      | repair            | -                                 | waiting 0.5

        running            | request           | -                                 | running 0.5
        running            | licence preloaded | -                                 | running 0.5
        running            | prepared          | -                                 | running 0.5
        running            | key loaded        | -                                 | running 0.5
        running            | slot granted      | -                                 | running 0.5
        running            | outdated          | stop, leave line                  | preparing 0.5
        running            | progress          | tell running 0.75                 | running 0.75
        running            | finished          | stop, tell completed, leave line  | completed 1.0
        running            | failed            | stop, tell failed, leave line     | failed 0.5
        running            | pause             | stop, tell paused 0.5, leave line | paused 0.5
        running            | resume            | -                                 | running 0.5
        running            | cancel            | stop, tell cancelled, leave line  | cancelled 0.5
        running            | network gone      | stop, tell noConnection 0.5       | running 0.5
        running            | network there     | -                                 | running 0.5
        running            | player needs      | stop                              | running 0.5
        running            | player done       | -                                 | running 0.5
        running            | repair            | -                                 | running 0.5

        running offline    | request           | -                                 | running 0.5
        running offline    | licence preloaded | -                                 | running 0.5
        running offline    | prepared          | -                                 | running 0.5
        running offline    | key loaded        | -                                 | running 0.5
        running offline    | slot granted      | -                                 | running 0.5
        running offline    | outdated          | stop, leave line                  | preparing 0.5
        running offline    | progress          | -                                 | running 0.75
        running offline    | finished          | stop, tell completed, leave line  | completed 1.0
        running offline    | failed            | stop, tell failed, leave line     | failed 0.5
        running offline    | pause             | stop, tell paused 0.5, leave line | paused 0.5
        running offline    | resume            | -                                 | running 0.5
        running offline    | cancel            | stop, tell cancelled, leave line  | cancelled 0.5
        running offline    | network gone      | -                                 | running 0.5
        running offline    | network there     | tell running 0.5, fetch           | running 0.5
        running offline    | player needs      | stop                              | running 0.5
        running offline    | player done       | -                                 | running 0.5
        running offline    | repair            | -                                 | running 0.5

        running for player | request           | -                                 | running 0.5
        running for player | licence preloaded | -                                 | running 0.5
        running for player | prepared          | -                                 | running 0.5
        running for player | key loaded        | -                                 | running 0.5
        running for player | slot granted      | -                                 | running 0.5
        running for player | outdated          | stop, leave line                  | preparing 0.5
        running for player | progress          | tell running 0.75                 | running 0.75
        running for player | finished          | stop, tell completed, leave line  | completed 1.0
        running for player | failed            | stop, tell failed, leave line     | failed 0.5
        running for player | pause             | stop, tell paused 0.5, leave line | paused 0.5
        running for player | resume            | -                                 | running 0.5
        running for player | cancel            | stop, tell cancelled, leave line  | cancelled 0.5
        running for player | network gone      | stop, tell noConnection 0.5       | running 0.5
        running for player | network there     | -                                 | running 0.5
        running for player | player needs      | -                                 | running 0.5
        running for player | player done       | fetch                             | running 0.5
        running for player | repair            | -                                 | running 0.5

        paused             | request           | -                                 | paused 0.5
        paused             | licence preloaded | -                                 | paused 0.5
        paused             | prepared          | -                                 | paused 0.5
        paused             | key loaded        | -                                 | paused 0.5
        paused             | slot granted      | leave line                        | paused 0.5
        paused             | outdated          | -                                 | paused 0.5
        paused             | progress          | -                                 | paused 0.75
        paused             | finished          | -                                 | paused 0.5
        paused             | failed            | stop, tell failed, leave line     | failed 0.5
        paused             | pause             | -                                 | paused 0.5
        paused             | resume            | tell waiting, enqueue             | waiting 0.5
        paused             | cancel            | stop, tell cancelled, leave line  | cancelled 0.5
        paused             | network gone      | -                                 | paused 0.5
        paused             | network there     | -                                 | paused 0.5
        paused             | player needs      | -                                 | paused 0.5
        paused             | player done       | -                                 | paused 0.5
        paused             | repair            | -                                 | paused 0.5

        paused unprepared  | request           | -                                 | paused 0.5
        paused unprepared  | licence preloaded | -                                 | paused 0.5
        paused unprepared  | prepared          | -                                 | paused 0.5
        paused unprepared  | key loaded        | -                                 | paused 0.5
        paused unprepared  | slot granted      | leave line                        | paused 0.5
        paused unprepared  | outdated          | -                                 | paused 0.5
        paused unprepared  | progress          | -                                 | paused 0.75
        paused unprepared  | finished          | -                                 | paused 0.5
        paused unprepared  | failed            | stop, tell failed, leave line     | failed 0.5
        paused unprepared  | pause             | -                                 | paused 0.5
        paused unprepared  | resume            | tell preparing, prepare           | preparing 0.5
        paused unprepared  | cancel            | stop, tell cancelled, leave line  | cancelled 0.5
        paused unprepared  | network gone      | -                                 | paused 0.5
        paused unprepared  | network there     | -                                 | paused 0.5
        paused unprepared  | player needs      | -                                 | paused 0.5
        paused unprepared  | player done       | -                                 | paused 0.5
        paused unprepared  | repair            | -                                 | paused 0.5

        paused offline     | request           | -                                 | paused 0.5
        paused offline     | licence preloaded | -                                 | paused 0.5
        paused offline     | prepared          | -                                 | paused 0.5
        paused offline     | key loaded        | -                                 | paused 0.5
        paused offline     | slot granted      | leave line                        | paused 0.5
        paused offline     | outdated          | -                                 | paused 0.5
        paused offline     | progress          | -                                 | paused 0.75
        paused offline     | finished          | -                                 | paused 0.5
        paused offline     | failed            | stop, tell failed, leave line     | failed 0.5
        paused offline     | pause             | -                                 | paused 0.5
        paused offline     | resume            | tell preparing                    | preparing 0.5
        paused offline     | cancel            | stop, tell cancelled, leave line  | cancelled 0.5
        paused offline     | network gone      | -                                 | paused 0.5
        paused offline     | network there     | -                                 | paused 0.5
        paused offline     | player needs      | -                                 | paused 0.5
        paused offline     | player done       | -                                 | paused 0.5
        paused offline     | repair            | -                                 | paused 0.5

        completed          | request           | -                                 | completed 1.0
        completed          | licence preloaded | -                                 | completed 1.0
        completed          | prepared          | -                                 | completed 1.0
        completed          | key loaded        | -                                 | completed 1.0
        completed          | slot granted      | leave line                        | completed 1.0
        completed          | outdated          | -                                 | completed 1.0
        completed          | progress          | -                                 | completed 1.0
        completed          | finished          | -                                 | completed 1.0
        completed          | failed            | -                                 | completed 1.0
        completed          | pause             | -                                 | completed 1.0
        completed          | resume            | -                                 | completed 1.0
        completed          | cancel            | -                                 | completed 1.0
        completed          | network gone      | -                                 | completed 1.0
        completed          | network there     | -                                 | completed 1.0
        completed          | player needs      | -                                 | completed 1.0
        completed          | player done       | -                                 | completed 1.0
        completed          | repair            | tell preparing, prepare           | preparing 0.25

        completed offline  | request           | -                                 | completed 1.0
        completed offline  | licence preloaded | -                                 | completed 1.0
        completed offline  | prepared          | -                                 | completed 1.0
        completed offline  | key loaded        | -                                 | completed 1.0
        completed offline  | slot granted      | leave line                        | completed 1.0
        completed offline  | outdated          | -                                 | completed 1.0
        completed offline  | progress          | -                                 | completed 1.0
        completed offline  | finished          | -                                 | completed 1.0
        completed offline  | failed            | -                                 | completed 1.0
        completed offline  | pause             | -                                 | completed 1.0
        completed offline  | resume            | -                                 | completed 1.0
        completed offline  | cancel            | -                                 | completed 1.0
        completed offline  | network gone      | -                                 | completed 1.0
        completed offline  | network there     | -                                 | completed 1.0
        completed offline  | player needs      | -                                 | completed 1.0
        completed offline  | player done       | -                                 | completed 1.0
        completed offline  | repair            | tell preparing                    | preparing 0.25

        cancelled          | request           | -                                 | cancelled 0.5
        cancelled          | licence preloaded | -                                 | cancelled 0.5
        cancelled          | prepared          | -                                 | cancelled 0.5
        cancelled          | key loaded        | -                                 | cancelled 0.5
        cancelled          | slot granted      | leave line                        | cancelled 0.5
        cancelled          | outdated          | -                                 | cancelled 0.5
        cancelled          | progress          | -                                 | cancelled 0.5
        cancelled          | finished          | -                                 | cancelled 0.5
        cancelled          | failed            | -                                 | cancelled 0.5
        cancelled          | pause             | -                                 | cancelled 0.5
        cancelled          | resume            | -                                 | cancelled 0.5
        cancelled          | cancel            | -                                 | cancelled 0.5
        cancelled          | network gone      | -                                 | cancelled 0.5
        cancelled          | network there     | -                                 | cancelled 0.5
        cancelled          | player needs      | -                                 | cancelled 0.5
        cancelled          | player done       | -                                 | cancelled 0.5
        cancelled          | repair            | -                                 | cancelled 0.5

        failed             | request           | -                                 | failed 0.5
        failed             | licence preloaded | -                                 | failed 0.5
        failed             | prepared          | -                                 | failed 0.5
        failed             | key loaded        | -                                 | failed 0.5
        failed             | slot granted      | leave line                        | failed 0.5
        failed             | outdated          | -                                 | failed 0.5
        failed             | progress          | -                                 | failed 0.5
        failed             | finished          | -                                 | failed 0.5
        failed             | failed            | -                                 | failed 0.5
        failed             | pause             | -                                 | failed 0.5
        failed             | resume            | tell preparing, prepare           | preparing 0.5
        failed             | cancel            | -                                 | failed 0.5
        failed             | network gone      | -                                 | failed 0.5
        failed             | network there     | -                                 | failed 0.5
        failed             | player needs      | -                                 | failed 0.5
        failed             | player done       | -                                 | failed 0.5
        failed             | repair            | -                                 | failed 0.5
        """

    /// The rows that differ when a download cannot be paused before it has run.
    static let ignoredPauses = """
        preparing          | pause             | -                                 | preparing
        preparing offline  | pause             | -                                 | preparing
        waiting            | pause             | -                                 | waiting
        waiting offline    | pause             | -                                 | waiting
        """
}
