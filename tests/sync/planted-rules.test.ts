import { describe } from 'vitest'
import { plantedPackageDefects } from './support/planted-package-defects.ts'
import { plantedPlaceDefects } from './support/planted-place-defects.ts'
import { plantedWorkDefects } from './support/planted-work-defects.ts'
import { isQuick, seesEach } from './support/sees-defects.ts'

describe.skipIf(isQuick)('the simulation sees it when apps refuse nothing and', () => {
  // Where the search of a rare one begins.
  seesEach([...plantedPlaceDefects, ...plantedWorkDefects, ...plantedPackageDefects], {
    'a package sends what something else happened to': 46,
    'a check-in puts what comes back in any stock': 41,
    'a diagnosis puts an item in any stock': 24,
    'a completed step puts an item in any stock': 24,
  })
})
