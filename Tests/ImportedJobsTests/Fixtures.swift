import CivilTime

let zones = ZoneDatabase.system(environment: [:])

func date(_ text: String) throws -> CivilDate { try CivilDate(parsing: text) }
