import { describe } from 'vitest'
import { plantedDefects } from './simulation/planted-defects.ts'
import { plantedFactDefects } from './simulation/planted-fact-defects.ts'
import { plantedFloorDefects } from './simulation/planted-floor-defects.ts'
import { isQuick, seesEach } from './simulation/sees-defects.ts'

describe.skipIf(isQuick)('the simulation sees it when', () => {
  seesEach([...plantedDefects, ...plantedFloorDefects, ...plantedFactDefects])
})
