import { packageSerialLimit } from '#domain/expedition/package-number.ts'
import { blind, missedStep, withFacts, withItem, type PlantedDefect } from './blind-server.ts'

const packable = ['item_completed', 'item_refurb_completed']
const store = { hasStore: true, itemCount: 1 } as const
const packing = ['openPackage', 'putInPackage', 'putInPackage', 'putInPackage']
const ofPackages = ['putInPackage', 'takeOutOfPackage', 'closePackage']
const elsewhere = '01a209d3-e889-7f6a-be5a-1cb61716ef55'
const everywhere = { warehouseIds: 'all', storeIds: 'all' } as const

/** Rules of packages and of handing over, each left out by a server. */
export const plantedPackageDefects: readonly PlantedDefect[] = [
  missedStep(
    'a package is opened where its opener does not work',
    blind(['openPackage'], { actor: everywhere }),
    ['openPackage'],
    packable,
  ),
  missedStep(
    'a package goes to where it comes from, or nowhere',
    blind(['openPackage'], {
      args: (args) => ({ ...args, destinationWarehouseId: elsewhere }),
      config: (config) => ({ ...config, warehouses: [{ id: elsewhere, name: '', city: null }] }),
      records: (records, { args }) => ({
        savePackage: (row) =>
          records.savePackage({ ...row, destinationWarehouseId: String(args['destinationWarehouseId']) }),
      }),
    }),
    ['openPackage'],
    packable,
  ),
  missedStep(
    'a package is opened twice',
    blind(['openPackage'], { package: () => undefined }),
    ['openPackage'],
    packable,
  ),
  missedStep(
    'packages of another place are filled and sent',
    blind(ofPackages, { actor: everywhere }),
    packing,
    packable,
  ),
  missedStep(
    'a package takes what is not to be sent',
    blind(['putInPackage'], { item: (item) => ({ ...item, status: 'item_completed', tested: true }) }),
    packing,
    ['item_awaiting_compliancy_tests', 'item_in_quarantine'],
  ),
  missedStep(
    'a package takes what stands in another warehouse',
    blind(['putInPackage'], {
      item: (item, { args }, records) => {
        const origin = records.package(String(args['packageId']))?.origin
        return origin?.type === 'warehouse' ? { ...item, warehouseId: origin.warehouseId } : item
      },
      saveItem: (row, before) => ({ ...row, warehouseId: before!.warehouseId }),
    }),
    packing,
    packable,
  ),
  missedStep(
    'a package takes what is to be tested elsewhere than it goes',
    blind(['putInPackage'], {
      item: (item, { args }, records) => ({
        ...item,
        destinationWarehouseId:
          records.package(String(args['packageId']))?.destinationWarehouseId ?? item.destinationWarehouseId,
      }),
      saveItem: (row, before) => ({ ...row, destinationWarehouseId: before!.destinationWarehouseId }),
    }),
    packing,
    packable,
    store,
  ),
  missedStep(
    'a store packs what goes another way',
    blind(['putInPackage'], { item: (item) => withFacts(item, () => ({ circuit: 'store_drop' })) }),
    packing,
    packable,
    store,
  ),
  missedStep(
    'an item is taken out of a package that it does not lie in',
    blind(['takeOutOfPackage'], {
      package: (row, { args }) => ({ ...withItem(row, String(args['itemId'])), status: row.status }),
    }),
    ['openPackage', 'takeOutOfPackage'],
    packable,
  ),
  missedStep(
    'the undo of a scan changes another package',
    blind(['undoPackageItem'], {
      item: (item, { args }) => withFacts(item, () => ({ packageId: String(args['packageId']) })),
    }),
    ['openPackage', 'undoPackage', 'undoPackage'],
    packable,
    { weights: { misstep: 150, pack: 150 } },
  ),
  missedStep(
    'a package sends what something else happened to',
    blind(['closePackage'], {
      item: (item) => (packable.includes(item.status) ? item : { ...item, status: 'item_completed', tested: true }),
    }),
    ['startDiagnosis', 'closePackage'],
    packable,
    { weights: { misstep: 100, pack: 200 } },
  ),
  missedStep(
    'a package bears a number that nobody has drawn',
    blind(['closePackage'], {
      records: () => ({ packageBlocks: [{ firstSerial: 0, lastSerial: packageSerialLimit }] }),
    }),
    ['closePackage'],
    packable,
    { weights: { misstep: 80, pack: 160 } },
  ),
  missedStep(
    'a product is handed over from another place',
    blind(['handOverItem'], { actor: everywhere }),
    ['handOver'],
    ['item_to_return'],
    store,
  ),
  missedStep(
    'a store hands over what goes another way',
    blind(['handOverItem'], { item: (item) => withFacts(item, () => ({ circuit: 'store_drop_label' })) }),
    ['handOver'],
    packable,
    store,
  ),
  missedStep(
    'a product leaves its store without its label',
    blind(['handOverItem'], {
      item: (item) => withFacts(item, () => ({ hasTransportLabel: true, transportLabelFailed: false })),
    }),
    ['handOver'],
    packable,
    store,
  ),
  missedStep(
    'a product leaves its store twice',
    blind(['handOverItem'], {
      item: (item) => (item.status === 'item_in_transit' ? { ...item, status: 'item_awaiting_inventory' } : item),
    }),
    ['handOver'],
    packable,
    store,
  ),
  {
    ...missedStep(
      'a closing with other content is taken for a repeat',
      blind(['closePackage'], {
        package: (row, { args }) => (row.status === 'closed' ? { ...row, itemIds: args['itemIds'] as string[] } : row),
      }),
      ['closePackage'],
      packable,
      { weights: { misstep: 120, pack: 160 } },
    ),
    seenAs: 'closed with other items than its operator saw',
  },
]
