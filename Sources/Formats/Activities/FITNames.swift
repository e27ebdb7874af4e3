/// The numbers of the FIT profile that matter here, and their names (FIT SDK, `Profile.xlsx`, types).
enum FITNames {
    /// The types of files (`file`).
    static let activityFile = 4
    static let fileTypes: [Int: String] = [
        1: "a device's description", 2: "settings", 3: "settings of a sport", 5: "a workout", 6: "a course",
        7: "schedules",
        9: "weights", 10: "totals", 11: "goals", 14: "blood pressures", 15: "monitoring", 20: "a summary of activities",
        28: "monitoring", 32: "monitoring", 34: "a segment", 35: "a list of segments",
    ]

    /// The sports (`sport`) from 0; the numbers that are missing in the profile have no name.
    private static let sports = """
        generic running cycling transition fitness_equipment swimming basketball soccer tennis american_football \
        training walking cross_country_skiing alpine_skiing snowboarding rowing mountaineering hiking multisport \
        paddling flying e_biking motorcycling boating driving golf hang_gliding horseback_riding hunting fishing \
        inline_skating rock_climbing sailing ice_skating sky_diving snowshoeing snowmobiling \
        stand_up_paddleboarding surfing wakeboarding water_skiing kayaking rafting windsurfing kitesurfing \
        tactical jumpmaster boxing floor_climbing baseball
        """.split(separator: " ").map(String.init)
    private static let laterSports: [Int: String] = [
        53: "diving", 62: "hiit", 64: "racket", 65: "wheelchair_push_walk", 66: "wheelchair_push_run", 67: "meditation",
        69: "disc_golf", 70: "team_sport", 71: "cricket", 72: "rugby", 73: "hockey", 74: "lacrosse", 75: "volleyball",
        80: "mixed_martial_arts", 83: "dance", 84: "jump_rope", 86: "mobility", 88: "canoeing", 254: "generic",
    ]

    static func sport(_ number: Int) -> String? {
        sports.indices.contains(number) ? sports[number] : laterSports[number]
    }

    /// The kinds (`sub_sport`) of sports that name only a place or a purpose, such as `fitness_equipment`.
    static let indoorSports: [Int: String] = [
        1: "treadmill", 5: "indoor_cycling", 6: "indoor_cycling", 14: "indoor_rowing", 15: "elliptical",
        16: "stair_climbing",
        17: "lap_swimming", 19: "flexibility_training", 20: "strength_training", 26: "cardio_training",
        27: "indoor_walking",
        43: "yoga", 44: "pilates", 45: "indoor_running", 62: "breathing", 68: "indoor_climbing", 69: "bouldering",
        70: "hiit",
    ]

    /// The categories of exercises (`exercise_category`) from 0.
    private static let categories = """
        bench_press calf_raise cardio carry chop core crunch curl deadlift flye hip_raise hip_stability hip_swing \
        hyperextension lateral_raise leg_curl leg_raise lunge olympic_lift plank plyo pull_up push_up row \
        shoulder_press shoulder_stability shrug sit_up squat total_body triceps_extension warm_up run bike
        """.split(separator: " ").map(String.init)
    private static let unknownCategory = 65_534

    /// The name of a category; nil if the device does not know the exercise.
    static func category(_ number: Int) -> String? {
        if number == unknownCategory { return nil }
        return categories.indices.contains(number) ? categories[number] : "category_\(number)"
    }
}
