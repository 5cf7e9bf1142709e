/// `playctl probe`: tells what an asset holds.
enum ProbeCommand {}
