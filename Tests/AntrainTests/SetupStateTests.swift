import Platform
import Results
import Testing

/// What `antrain setup` asks for.
@Suite struct SetupStateTests {
    private static func state(_ set: Set<SetupState.Step>, loads: [String] = []) -> SetupState {
        SetupState(
            SetupState.Step.allCases.map { step in
                let isSet = step == .loads ? loads.isEmpty : set.contains(step)
                return SetupState.Entry(
                    step,
                    isSet: isSet,
                    step == .loads ? loads : isSet ? ["x"] : [],
                    [SetupState.Command("antrain \(step.rawValue)", "set it")]
                )
            },
            next: nil
        )
    }

    private static let all = Set(SetupState.Step.allCases)

    @Test(
        arguments: [
            ([], [], [.program, .days, .time, .channel, .trigger]),
            ([.program], ["squat"], [.loads, .days, .time, .channel, .trigger]),
            ([.program, .days, .time], ["squat"], [.loads, .channel, .trigger]),
            // Loads that were skipped are not asked for again once everything else is set.
            (all, ["squat"], []), (all, [], []),
        ] as [(Set<SetupState.Step>, [String], [SetupState.Step])]
    )
    func whatIsMissingIsAskedFor(set: Set<SetupState.Step>, loads: [String], next: [SetupState.Step]) {
        let state = Self.state(set, loads: loads)
        #expect(state.nextSteps == next)
        let plain = Style(isColored: false)
        let text = state.text(plain, columns: 80)
        let summary = state.summary(plain, columns: 80, further: [])
        for step in SetupState.Step.allCases {
            let isOpen = step == .loads ? !loads.isEmpty : !set.contains(step)
            #expect(text.contains("antrain \(step.rawValue) ") == isOpen, "\(text)")
            // The setup asks for all loads.
            let command = step == .loads ? "antrain setup " : "antrain \(step.rawValue) "
            #expect(summary.contains(command) == isOpen, "\(summary)")
        }
    }
}
