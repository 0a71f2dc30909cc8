import { describe } from 'vitest'
import { plantedDefects } from './support/planted-defects.ts'
import { plantedFactDefects } from './support/planted-fact-defects.ts'
import { plantedFloorDefects } from './support/planted-floor-defects.ts'
import { isQuick, seesEach } from './support/sees-defects.ts'

describe.skipIf(isQuick)('the simulation sees it when', () => {
  seesEach([...plantedDefects, ...plantedFloorDefects, ...plantedFactDefects])
})
