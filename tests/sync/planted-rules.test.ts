import { describe } from 'vitest'
import { plantedPackageDefects } from './simulation/planted-package-defects.ts'
import { plantedPlaceDefects } from './simulation/planted-place-defects.ts'
import { plantedRepeatDefects } from './simulation/planted-repeat-defects.ts'
import { plantedWorkDefects } from './simulation/planted-work-defects.ts'
import { isQuick, seesEach } from './simulation/sees-defects.ts'

describe.skipIf(isQuick)('the simulation sees it when apps refuse nothing and', () => {
  seesEach([...plantedPlaceDefects, ...plantedWorkDefects, ...plantedPackageDefects, ...plantedRepeatDefects])
})
