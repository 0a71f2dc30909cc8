import { describe, expect, it, vi } from 'vitest'
import { permissionsOf } from '#domain/access/permission.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import { noFacts } from '#sync/wire/item-facts.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { CallError, type Http } from '#web/lib/http.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { PrintContext } from '#web/staff/ui/print/use-print.ts'
import { ReturnLabel } from './return-label.tsx'
import type { ShownItem } from './shown-item.ts'

interface Shown {
  readonly item?: Partial<ShownItem>
  readonly userType?: UserType
  readonly online?: boolean
  readonly http?: () => Promise<unknown>
}

async function show({ item, userType = 'warehouse_operator', online = true, http }: Shown) {
  const user = { module: 'rps', userType, frontPermissions: { rps: permissionsOf(userType) } }
  const call = vi.fn(http ?? (() => Promise.resolve({ itemId: 'i1', number: '904000000000000001' })))
  const sync = vi.fn(() => Promise.resolve())
  const shown = { id: 'i1', status: 'item_to_return', buybackStatus: 'bb_cancelled', facts: noFacts, ...item }
  const { place } = await drawScreen(
    <PrintContext value={() => undefined}>
      <ReturnLabel item={shown as ShownItem} />
      <span data-testid="drawn" />
    </PrintContext>,
    {
      texts: ['errors', 'item', 'document'],
      user: user as unknown as StoredUser,
      http: call as unknown as Http,
      engine: { subscribe: () => () => undefined, status: () => ({ online }), sync },
    },
  )
  await vi.waitFor(() => expect(place.querySelector('[data-testid="drawn"]')).not.toBeNull())
  const button = () => place.querySelector('button')
  return { place, button, call, sync }
}

const make = 'Créer l’étiquette de retour'

describe('the label for the way back, on the page of a product', () => {
  it('is made there by a user who may retrieve it (WH-17), and the device hears of it', async () => {
    const { button, call, sync } = await show({})
    expect(button()?.textContent).toBe(make)
    button()!.click()
    await vi.waitFor(() => expect(sync).toHaveBeenCalledOnce())
    expect(call).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ path: '/api/warehouse/items/{id}/return-label' }),
      { params: { id: 'i1' } },
    )
  })

  it('is printed where there is one', async () => {
    const { button } = await show({ item: { facts: { ...noFacts, hasReturnLabel: true } } })
    expect(button()?.textContent).toBe('Étiquette de retour')
  })

  it('is offered for what its customer declined, and for nothing that stays', async () => {
    const declined = { status: 'item_in_quarantine', buybackStatus: 'bb_not_completed' } as const
    expect((await show({ item: declined })).button()?.textContent).toBe(make)
    for (const [status, buybackStatus] of [
      ['item_in_quarantine', 'bb_in_processing'],
      ['item_completed', 'bb_completed'],
      ['item_returned', 'bb_cancelled'],
    ] as const)
      expect((await show({ item: { status, buybackStatus } })).button()).toBeNull()
  })

  it('is nothing for those who may not retrieve it', async () => {
    expect((await show({ userType: 'root_management_unit_analyst' })).button()).toBeNull()
  })

  it('waits for the network', async () => {
    const { place, button } = await show({ online: false })
    expect(button()?.disabled).toBe(true)
    expect(place.textContent).toContain('demande le réseau')
  })

  it('that cannot be made says why, and where the product waits (WH-15)', async () => {
    const refused = new CallError('refused', { status: 422, code: 'RETURN_LABEL_NO_ADDRESS' })
    const { place, button } = await show({ http: () => Promise.reject(refused) })
    button()!.click()
    await vi.waitFor(() => expect(place.textContent).toContain('rangez le produit dans le stock de retour client'))
    expect(button()?.disabled).toBe(false)
  })
})
