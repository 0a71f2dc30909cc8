import { spine } from './0001-spine.ts'
import { syncRoundsAndPruning } from './0002-sync-rounds-and-pruning.ts'
import { versionPerOperation } from './0003-version-per-operation.ts'
import { floorFacts } from './0004-floor-facts.ts'
import { refurb } from './0005-refurb.ts'
import { packages } from './0006-packages.ts'
import { printers } from './0007-printers.ts'
import { evidence } from './0008-evidence.ts'
import { proposals } from './0009-proposals.ts'
import { peopleAndPlaces } from './0010-people-and-places.ts'
import type { Migration } from './migration.ts'

/** Every migration in order; new ones are appended and none is ever changed. */
export const migrations: readonly Migration[] = [
  spine,
  syncRoundsAndPruning,
  versionPerOperation,
  floorFacts,
  refurb,
  packages,
  printers,
  evidence,
  proposals,
  peopleAndPlaces,
]
