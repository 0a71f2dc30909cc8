// The known defects of `tests/plants/`, and whether each of them still fits the code that it is planted into.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { apiPlants } from '../tests/plants/api.mjs'
import { domainPlants } from '../tests/plants/domain.mjs'
import { syncPlants } from '../tests/plants/sync.mjs'
import { webPlants } from '../tests/plants/web.mjs'

export const areas = ['domain', 'sync', 'api', 'web']
export const plants = [...domainPlants, ...syncPlants, ...apiPlants, ...webPlants]

/** How a test file is run: by a project of Vitest, or by Playwright; undefined for a file that is no test. */
export function runnerOf(file) {
  if (/^tests\/e2e\/[^/]+\.test\.ts$/.test(file)) return 'playwright'
  const own = /^tests\/(architecture|api|sync)\/.*\.test\.ts$/.exec(file)
  if (own) return own[1]
  if (/^web\/.*\.test\.tsx$/.test(file)) return 'browser'
  return /^(?:domain|sync|api|web|scripts)\/.*\.test\.ts$/.test(file) ? 'unit' : undefined
}

/** Why a defect cannot be planted into a tree; null where it can. */
export function faultOf({ file, find, replace }, tree) {
  const target = path.join(tree, file)
  if (!existsSync(target)) return `${file} is missing`
  const count = readFileSync(target, 'utf8').split(find).length - 1
  if (count !== 1) return `the text to find occurs ${count} times in ${file}`
  return find === replace ? 'it changes nothing' : null
}

/** The named test files that a tree does not have, or that nothing runs. */
export function missingTests({ tests }, tree) {
  return tests.filter((file) => runnerOf(file) === undefined || !existsSync(path.join(tree, file)))
}

/** What is wrong with the list itself in a tree, a sentence for each fault. */
export function faultsOfList(list, tree) {
  const ids = list.map(({ id }) => id)
  const again = ids.filter((id, at) => ids.indexOf(id) !== at)
  return [
    ...again.map((id) => `${id}: another defect has the same id`),
    ...list.flatMap((plant) => {
      const fault = faultOf(plant, tree)
      const missing = missingTests(plant, tree).map((file) => `${plant.id}: there is no test file ${file}`)
      return [
        ...(areas.includes(plant.area) && plant.id.startsWith(`${plant.area}-`) ? [] : [`${plant.id}: a wrong area`]),
        ...(plant.tests.length === 0 ? [`${plant.id}: no test file is named`] : []),
        ...(fault === null ? [] : [`${plant.id}: ${fault}`]),
        ...missing,
      ]
    }),
  ]
}
