import { describe } from 'vitest'
import { plantedPackageDefects } from './support/planted-package-defects.ts'
import { plantedPlaceDefects } from './support/planted-place-defects.ts'
import { plantedWorkDefects } from './support/planted-work-defects.ts'
import { isQuick, seesEach } from './support/sees-defects.ts'

describe.skipIf(isQuick)('the simulation sees it when apps refuse nothing and', () => {
  seesEach([...plantedPlaceDefects, ...plantedWorkDefects, ...plantedPackageDefects])
})
