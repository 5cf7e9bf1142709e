import ResultReports
import RunResults
import TestSupport
import Testing

/// Reports, read by third-party tools.
///
/// Each test requires its tool; `Scripts/install-dependencies tests` installs all of these tools.
@Suite struct ReportReaderTests {
    private let folder = ScratchFolder()

    private func write() throws {
        let failure = ResultFiles.failure
        let file = try folder.put(
            [
                ResultFiles.nasty, ScenarioResult(name: "empty"),
                ResultFiles.result("good", .passed, .skipped("no key")),
                ResultFiles.result("bad", .passed, .failed(failure), .broken(failure)),
            ], at: "results.json")
        let run = try Playctl(
            ["report", "merge", file, "--junit", "junit.xml", "--tap", "results.tap"],
            in: folder.path
        ).wait()
        #expect(run.status == 1)
    }

    private func python(_ script: String) throws -> Playctl.Outcome {
        try Playctl(
            command: ["/usr/bin/env", Reader.python ?? "python3", "-c", script], in: folder.path
        )
        .wait()
    }

    @Test(.enabled(if: Reader.has("xmllint", "--version"), "xmllint is not installed"))
    func `JUnit is valid by the schema`() throws {
        try write()
        try folder.put(JUnitSchema.text, at: "junit.xsd")
        let lint = ["/usr/bin/env", "xmllint", "--noout", "--schema", "junit.xsd", "junit.xml"]
        let good = try Playctl(command: lint, in: folder.path).wait()
        #expect(good.status == 0, "\(good.errors)")
        let short = JUnitReport([ResultFiles.nasty], planned: 3).xml()
        try folder.put(short, at: "short.xml")
        let early = try Playctl(command: lint.dropLast() + ["short.xml"], in: folder.path).wait()
        #expect(early.status == 0, "\(early.errors)")
        try folder.edit("junit.xml") { $0.replacing("<failure message", with: "<failure massage") }
        #expect(try Playctl(command: lint, in: folder.path).wait().status != 0)
    }

    @Test(.enabled(if: Reader.python != nil, "junitparser for Python is not installed"))
    func `JUnit is read by junitparser`() throws {
        try write()
        let run = try python(
            """
            from junitparser import JUnitXml, Failure, Skipped
            for suite in JUnitXml.fromfile("junit.xml"):
                cases = list(suite)
                failed = [c for c in cases if any(isinstance(r, Failure) for r in c.result)]
                skipped = [c for c in cases if any(isinstance(r, Skipped) for r in c.result)]
                assert suite.tests == len(cases), suite.name
                assert suite.failures == len(failed), suite.name
                assert suite.skipped == len(skipped), suite.name
                print(len(cases), len(failed), len(skipped))
            """)
        #expect(run.errors == "")
        let nasty = ResultFiles.nasty.checks.count
        #expect(
            Set(run.lines) == ["\(nasty) \(nasty / 3) \(nasty / 3)", "1 1 0", "2 0 1", "3 2 0"])
    }

    @Test(.enabled(if: Reader.has("prove", "--version"), "prove is not installed"))
    func `TAP is read by prove`() throws {
        try write()
        // Many installed TAP readers support only version 13, under which they ignore the lines of
        // subtests.
        let run = try Playctl(
            command: ["/usr/bin/env", "prove", "--exec", "sed 1s/14/13/", "results.tap"],
            in: folder.path
        ).wait()
        #expect(run.output.contains("Failed 3/4 subtests"), "\(run.output)")
        #expect(!run.output.contains("Parse errors"), "\(run.output)")
    }

    @Test(.enabled(if: Reader.python != nil, "YAML for Python is not installed"))
    func `the YAML blocks of a TAP report keep all texts unchanged`() throws {
        try write()
        let run = try python(
            """
            import textwrap, yaml
            found, block = set(), None
            for line in open("results.tap", encoding="utf-8", newline="\\n").read().split("\\n"):
                if line.strip() == "---": block = []
                elif line.strip() == "..." and block is not None:
                    found.add(yaml.safe_load(textwrap.dedent("\\n".join(block))).get("found"))
                    block = None
                elif block is not None: block.append(line)
            for text in sorted(t for t in found if t): print(text.encode("utf-8").hex())
            """)
        #expect(run.errors == "")
        let texts = Set(ResultFiles.nasty.checks.map(\.name) + ["twice"])
        let expected = texts.map { text in
            text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        #expect(Set(run.lines) == Set(expected))
    }
}

/// The tools that read reports.
private enum Reader {
    static func has(_ command: String...) -> Bool {
        (try? Playctl(command: ["/usr/bin/env"] + command))?.wait().status == 0
    }

    /// A Python interpreter with the required modules.
    static let python: String? = ["python3", "/usr/bin/python3"].first { python in
        has(python, "-c", "import junitparser, yaml")
    }
}

/// The schema that the common JUnit readers share.
///
/// These readers are the Jenkins plugins, GitLab, and the GitHub actions that show reports.
enum JUnitSchema {
    static let text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
          <xs:simpleType name="count">
            <xs:restriction base="xs:nonNegativeInteger"/>
          </xs:simpleType>
          <xs:simpleType name="seconds">
            <xs:restriction base="xs:string"><xs:pattern value="[0-9]+[.][0-9]{1,6}"/></xs:restriction>
          </xs:simpleType>
          <xs:simpleType name="name">
            <xs:restriction base="xs:string"><xs:minLength value="1"/></xs:restriction>
          </xs:simpleType>
          <xs:complexType name="reason">
            <xs:simpleContent>
              <xs:extension base="xs:string">
                <xs:attribute name="message" type="xs:string" use="required"/>
                <xs:attribute name="type" type="name" use="required"/>
              </xs:extension>
            </xs:simpleContent>
          </xs:complexType>
          <xs:complexType name="skip">
            <xs:attribute name="message" type="xs:string" use="required"/>
          </xs:complexType>
          <xs:complexType name="property">
            <xs:attribute name="name" type="name" use="required"/>
            <xs:attribute name="value" type="xs:string" use="required"/>
          </xs:complexType>
          <xs:complexType name="properties">
            <xs:sequence>
              <xs:element name="property" type="property" maxOccurs="unbounded"/>
            </xs:sequence>
          </xs:complexType>
          <xs:complexType name="testcase">
            <xs:choice minOccurs="0">
              <xs:element name="failure" type="reason"/>
              <xs:element name="error" type="reason"/>
              <xs:element name="skipped" type="skip"/>
              <xs:element name="system-out" type="xs:string"/>
            </xs:choice>
            <xs:attribute name="name" type="name" use="required"/>
            <xs:attribute name="classname" type="xs:string" use="required"/>
            <xs:attribute name="time" type="seconds" use="required"/>
          </xs:complexType>
          <xs:complexType name="testsuite">
            <xs:sequence>
              <xs:element name="properties" type="properties" minOccurs="0"/>
              <xs:element name="testcase" type="testcase" minOccurs="0" maxOccurs="unbounded"/>
            </xs:sequence>
            <xs:attribute name="name" type="xs:string" use="required"/>
            <xs:attribute name="tests" type="count" use="required"/>
            <xs:attribute name="failures" type="count" use="required"/>
            <xs:attribute name="errors" type="count" use="required"/>
            <xs:attribute name="skipped" type="count" use="required"/>
            <xs:attribute name="time" type="seconds" use="required"/>
            <xs:attribute name="file" type="xs:string"/>
          </xs:complexType>
          <xs:element name="testsuites">
            <xs:complexType>
              <xs:sequence>
                <xs:element name="testsuite" type="testsuite" minOccurs="0" maxOccurs="unbounded"/>
              </xs:sequence>
              <xs:attribute name="name" type="name" use="required"/>
              <xs:attribute name="tests" type="count" use="required"/>
              <xs:attribute name="failures" type="count" use="required"/>
              <xs:attribute name="errors" type="count" use="required"/>
              <xs:attribute name="time" type="seconds" use="required"/>
            </xs:complexType>
          </xs:element>
        </xs:schema>
        """
}
