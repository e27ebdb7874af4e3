internal import RunnerProtocol
internal import SystemPackage

extension WireLoad {
    /// The library that a process should load, and its access.
    init(_ purpose: RunnerKey, _ terminal: TerminalFacts, _ level: ConfinementLevel) {
        self.init(path: purpose.library.string)
        listens = purpose.listens
        needs = purpose.confinement.needs
        places = purpose.confinement.places
        protected = purpose.confinement.protected
        sockets = purpose.confinement.sockets
        landlock = UInt32(clamping: level.landlock)
        columns = UInt32(max(0, terminal.columns))
        terminalFlags = terminal.flags
    }
}
