package import VirtualTime

/// The command of a splice_info_section.
///
/// Times are 33-bit counts of a 90 kHz clock, before the adjustment that the section states.
///
/// Reference: ANSI/SCTE 35 2023, section 9.7.
package enum SpliceCommand: Equatable, Sendable {
    /// A section without a command, which carries only descriptors or serves as a heartbeat.
    case null
    /// Splices at times of day.
    case schedule([ScheduledSplice])
    /// Splices at a presentation time or immediately, or cancels an earlier splice.
    case insert(SpliceInsert)
    /// The time at which the descriptors take effect; `nil` means immediately.
    case timeSignal(Int64?)
    /// No effect: the message only reserves bandwidth.
    case bandwidthReservation
    /// A private command.
    case privateCommand(identifier: UInt32, bytes: [UInt8])
    /// An encrypted command, which cannot be read.
    case encrypted(type: Int)
    /// A command of a reserved type.
    case other(type: Int, bytes: [UInt8])

    /// The name of the command in the standard.
    package var name: String {
        switch self {
        case .null: "splice_null"
        case .schedule: "splice_schedule"
        case .insert: "splice_insert"
        case .timeSignal: "time_signal"
        case .bandwidthReservation: "bandwidth_reservation"
        case .privateCommand: "private_command"
        case .encrypted: "an encrypted command"
        case .other(let type, _): "command \(type)"
        }
    }
}

/// A splice at a presentation time or immediately, or the cancellation of a splice.
package struct SpliceInsert: Equatable, Sendable {
    package var eventID: UInt32
    /// The splice; `nil` when the command cancels an earlier splice.
    package var event: Event?

    /// The details of a splice.
    package struct Event: Equatable, Sendable {
        /// Whether the splice leaves the network's programme; `false` for a return to it.
        package var isOut: Bool
        /// Whether the splice takes effect immediately.
        package var isImmediate: Bool
        /// The time of the splice; `nil` if it is immediate or the components have their own times.
        package var pts: Int64?
        /// The streams that are spliced individually; empty when the whole programme is spliced.
        package var components: [Component]
        package var breakDuration: BreakDuration?
        package var uniqueProgramID: Int
        package var avail: Int
        package var availsExpected: Int
    }

    /// A stream that is spliced individually.
    package struct Component: Equatable, Sendable {
        package var tag: Int
        package var pts: Int64?
    }
}

/// A splice at a time of day.
package struct ScheduledSplice: Equatable, Sendable {
    package var eventID: UInt32
    /// The splice; `nil` when the command cancels an earlier splice.
    package var event: Event?

    /// The details of a splice.
    package struct Event: Equatable, Sendable {
        package var isOut: Bool
        /// The time in GPS seconds, which are counted from 6 January 1980.
        ///
        /// It is `nil` when the components have their own times.
        package var time: UInt32?
        package var components: [Component]
        package var breakDuration: BreakDuration?
        package var uniqueProgramID: Int
        package var avail: Int
        package var availsExpected: Int
    }

    /// A stream that is spliced individually.
    package struct Component: Equatable, Sendable {
        package var tag: Int
        package var time: UInt32
    }
}

/// The duration of a break.
package struct BreakDuration: Equatable, Sendable {
    /// Whether the break ends automatically after its duration.
    package var returnsByItself: Bool
    package var duration: MediaTime
}
