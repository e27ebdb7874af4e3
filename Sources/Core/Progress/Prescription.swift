public import Training

/// What was planned for an exercise when it was logged: its result is judged against that, whatever becomes of the program.
public struct Prescription: Sendable, Hashable {
    public let sets: [SetPrescription]
    /// The week since the start of the program, from 1.
    public let week: Int
    /// The step of the progression: the index of the set scheme of several stages, or the number of repetitions that were added.
    public let stage: Int

    public init(sets: [SetPrescription], week: Int, stage: Int) {
        self.sets = sets
        self.week = week
        self.stage = stage
    }
}
