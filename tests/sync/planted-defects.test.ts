import { describe } from 'vitest'
import { plantedDefects } from './support/planted-defects.ts'
import { plantedFactDefects } from './support/planted-fact-defects.ts'
import { plantedFloorDefects } from './support/planted-floor-defects.ts'
import { isQuick, seesEach } from './support/sees-defects.ts'

describe.skipIf(isQuick)('the simulation sees it when', () => {
  // Where a rare defect's search begins, because a schedule near there shows it: the way to it takes half a minute.
  seesEach([...plantedDefects, ...plantedFloorDefects, ...plantedFactDefects], {
    'an answer that arrives late is installed over a newer one': 100,
    'an item leaves quarantine twice': 50,
    'a package closes with what its operator did not see': 130,
    'an undo takes back what somebody else did since': 150,
    'operations go up under whoever is signed in': 77,
    'what waits for a settled operation goes on waiting': 68,
    'a push that arrives late is taken for a new one': 33,
  })
})
