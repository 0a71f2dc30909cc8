import { describe, expect, it } from 'vitest'
import { stationCommands } from '#domain/item/resolve-code.ts'
import { linksOf, menu, visibleMenu } from './menu.ts'
import { signedInUser } from './signed-in-user.fixture.ts'
import { stationPath } from './stations.ts'

const everyPage = { checkInDisabled: false, hasPage: () => true }
const operator = signedInUser({ module: 'rps', userType: 'warehouse_operator' })

describe('a station', () => {
  it('has a page of its own for each user who works on the floor', () => {
    const links = linksOf(visibleMenu(operator, everyPage))
    const paths = stationCommands.map((station) => stationPath(links, station))
    expect(paths).not.toContain(null)
    expect(new Set(paths).size).toBe(stationCommands.length)
    const others = paths.filter((path) => path !== '/warehouse/attention')
    expect(linksOf(menu).map(({ path }) => path)).toEqual(expect.arrayContaining(others))
  })
  it('has none for a user whose menu does not show it', () => {
    const seller = signedInUser({ module: 'tim', userType: 'store_seller' })
    expect(stationPath(linksOf(visibleMenu(seller, everyPage)), 'GO:TEST')).toBeNull()
    expect(stationPath(linksOf(visibleMenu(seller, everyPage)), 'GO:TRAY')).toBe('/warehouse/attention')
    const links = linksOf(visibleMenu(operator, { ...everyPage, checkInDisabled: true }))
    expect(stationPath(links, 'GO:CHECKIN')).toBeNull()
    expect(stationPath(links, 'GO:TEST')).toBe('/warehouse/check')
  })
})
