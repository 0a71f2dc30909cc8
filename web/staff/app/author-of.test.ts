import { describe, expect, it } from 'vitest'
import { createServer, operator, signIn } from '#tests/support/device-fixture.ts'
import { prepareDevices } from '#tests/support/engine-floor.ts'
import { uuid, warehouseId } from '#tests/support/rows.ts'
import { releaseFromQuarantine } from '#sync/operations/quarantine/release-from-quarantine.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { authorOf } from './author-of.ts'
import { signedInUser } from './signed-in-user.fixture.ts'

const store = uuid(2, 7)
const { boot } = prepareDevices()

const organization = (id: string) => ({ id }) as StoredUser['currentOrganization']

describe('the author that a user is', () => {
  it.each([
    ['admin', 'root', 'all'],
    ['super_admin', 'root', 'all'],
    ['root_management_unit_manager', 'tim', 'all'],
    ['root_management_unit_manager', 'root', 'all'],
    ['root_management_unit_analyst', 'tim', []],
    ['management_unit_manager', 'tim', []],
    ['store_manager', 'tim', []],
    ['warehouse_manager', 'rps', [warehouseId]],
  ] as const)('works, as %s in %s, in the warehouses in which the server lets it', (userType, module, warehouseIds) => {
    const user = signedInUser({ userType, module, currentOrganization: organization(warehouseId) })
    expect(authorOf(user, null).warehouseIds).toEqual(warehouseIds)
  })

  it('lets the manager of the whole tree release what the copy of a chosen store knows of', async () => {
    const { server, device } = boot(1, createServer(1, { status: 'item_in_quarantine', warehouseId }))
    const engine = await device.openTab()
    const { userId } = operator(1)
    const user = signedInUser({
      id: userId,
      userType: 'root_management_unit_manager',
      module: 'tim',
      viewedAccountId: operator(1).accountId,
      currentOrganization: organization(uuid(2, 6)),
    })
    await signIn(engine, server, { ...authorOf(user, null), chosenStoreId: store, storeIds: [store] })
    const released = await engine.dispatch(releaseFromQuarantine, { itemId: uuid(4, 1), release: 'kept' })
    expect(released).toMatchObject({ captured: true, verdict: 'applied' })
  })
})
