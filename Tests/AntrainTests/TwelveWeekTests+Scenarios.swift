/// Further programs with their twelve weeks.
extension TwelveWeekTests {
    static let furtherScenarios = [
        Scenario(
            name: "starting-strength-phase-1",
            activation: "starting-strength-phase-1 --load squat=50kg --load press=30kg --load bench-press=40kg"
                + " --load deadlift=60kg",
            done: [
                7: "--set squat=5,5,4", 9: "--missed press", 12: "--set deadlift=4", 20: "--missed bench-press",
                22: "--set squat=5,5,3 --missed bench-press", 23: "--missed squat", 30: "--missed deadlift",
            ],
            skipped: [16, 17, 18],
            // The missed bench press is corrected after the next workout.
            edits: [21: ("bench-press", "5,5,5")]
        ),
        Scenario(
            name: "push-pull-legs-6-day",
            activation: "push-pull-legs-6-day --load deadlift=100kg --load bench-press=60kg --load squat=80kg"
                + " --load barbell-row=50kg --load overhead-press=40kg --load overhead-press-light=27.5kg"
                + " --load bench-press-light=45kg",
            // The squat fails three times in a row, and the overhead press, too, with a skipped week in between.
            done: [
                7: "--missed deadlift", 8: "--set bench-press=5,5,5,5,4", 9: "--set squat=5,5,4",
                11: "--set bench-press-light=12,12,12", 12: "--missed squat", 14: "--set overhead-press-light=12,12,13",
                15: "--set squat=5,4,3", 20: "--set overhead-press-light=12,12,11",
                23: "--set bench-press-light=12,12,12",
                26: "--set overhead-press-light=8,8,7", 28: "--missed barbell-row",
                29: "--set overhead-press=5,5,5,5,3",
                33: "--set squat=5,5,9", 35: "--missed overhead-press", 47: "--set overhead-press=5,5,5,4,4",
                62: "--set overhead-press-light=12,12,12",
            ],
            skipped: [37, 38, 39, 40, 41, 42],
            edits: [30: ("barbell-row", "5,5,5,5,6")],
            isBelowSuccess: true
        ),
        Scenario(
            name: "phul",
            activation: "phul --load bench-press=80kg --load barbell-row=70kg --load overhead-press=45kg"
                + " --load squat=110kg --load deadlift=130kg --load leg-curl=40kg --load incline-bench-press=55kg"
                + " --load dumbbell-row=24kg --load front-squat=70kg --load leg-curl-light=30kg",
            // Only what reached the top of its range grows; a failure changes nothing.
            done: [
                1: "--set bench-press=5,5,5 --set barbell-row=5,5,4", 2: "--set squat=5,5,5 --set deadlift=5,4,3",
                3: "--set incline-bench-press=12,12,12 --set dumbbell-row=12,12,12",
                5: "--set bench-press=5,5,5 --set barbell-row=5,5,5", 6: "--set deadlift=5,5,5 --set leg-curl=10,10,10",
                8: "--set leg-curl-light=15,15,15 --set front-squat=12,12,12", 9: "--set bench-press=3,3,2",
                13: "--set bench-press=5,5,5 --set overhead-press=8,8", 21: "--missed bench-press",
                26: "--set squat=5,5,5", 30: "--set squat=5,5,2", 34: "--set deadlift=5,5,5",
                47: "--set dumbbell-row=12,12,12",
            ],
            skipped: [17, 18, 19, 20],
            edits: [22: ("bench-press", "5,5,5")],
            isBelowSuccess: true
        ),
        Scenario(
            name: "phat",
            activation: "phat --load pendlay-row=70kg --load dumbbell-bench-press=40kg"
                + " --load seated-dumbbell-press=20kg --load squat=120kg --load hack-squat=80kg"
                + " --load stiff-leg-deadlift=90kg --load seated-cable-row=50kg --load romanian-deadlift=80kg"
                + " --load incline-dumbbell-press=24kg",
            done: [
                1: "--set pendlay-row=5,5,5 --set dumbbell-bench-press=5,5,4",
                2: "--set squat=5,5,5 --set hack-squat=10,10", 3: "--set seated-cable-row=12,12,12",
                4: "--set romanian-deadlift=12,12,12", 5: "--set incline-dumbbell-press=12,12,12",
                6: "--set dumbbell-bench-press=5,5,5 --set seated-dumbbell-press=10,10,10",
                7: "--set squat=5,5,2 --set stiff-leg-deadlift=8,8,8", 11: "--set pendlay-row=5,5,5",
                // The fast triples of a lighter day do not change the load.
                14: "--set squat=3,3,3,3,3,2", 21: "--missed pendlay-row", 27: "--set squat=5,5,5",
                32: "--set squat=5,5,5", 43: "--set seated-cable-row=12,12,12",
                51: "--set pendlay-row=5,5,5 --set dumbbell-bench-press=5,5,5",
            ],
            skipped: [16, 17, 18, 19, 20],
            edits: [22: ("pendlay-row", "5,5,5")],
            isBelowSuccess: true
        ),
        Scenario(
            name: "madcow-5x5",
            activation: "madcow-5x5 --load squat=100kg --load bench-press=80kg --load barbell-row=70kg"
                + " --load incline-bench-press=60kg --load deadlift=120kg",
            // Two triples of the squat in a row fail, and one of the bench press; the triples of week 9 are skipped.
            done: [
                9: "--set squat=5,5,5,5,2,8", 11: "--set deadlift=5,5,5,4", 12: "--missed squat",
                18: "--set bench-press=5,5,5,5,2,8", 20: "--missed incline-bench-press",
            ],
            skipped: [26, 27]
        ),
        Scenario(
            name: "phraks-greyskull-lp",
            activation: "phraks-greyskull-lp --load overhead-press=40kg --load bench-press=60kg --load barbell-row=60kg"
                + " --load squat=100kg --load deadlift=120kg",
            // The last set decides: nine repetitions, ten and four.
            done: [
                1: "--set overhead-press=5,5,10 --set chin-up=5,5,9", 2: "--set deadlift=10",
                3: "--set squat=5,5,14 --set chin-up=5,5,10", 4: "--set barbell-row=5,5,9", 6: "--set squat=5,5,4",
                8: "--missed bench-press", 9: "--set chin-up=5,5,4", 10: "--set squat=5,5,12", 11: "--set deadlift=3",
                20: "--missed deadlift", 23: "--set overhead-press=5,5,4", 24: "--missed squat",
            ],
            skipped: [13, 14, 15]
        ),
        Scenario(
            name: "jacked-and-tan-2",
            activation: "jacked-and-tan-2 --max squat=140kg --max bench-press=100kg --max front-squat=120kg"
                + " --max deadlift=180kg --max overhead-press=60kg",
            // The singles of week 6 set new maxes, one of them lower than before.
            done: [
                21: "--set squat-test=1@150", 22: "--set bench-press-test=1@105", 23: "--set front-squat-test=1@117.5",
                24: "--set overhead-press-test=1@65",
            ]
        ),
    ]
}
