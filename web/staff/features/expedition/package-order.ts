import type { PackageView } from '#web/local/copy/package-view.ts'

/** Orders of the packages: by destination and then the latest first, or the latest first across destinations. */
export const packageSorts = ['destination', 'newest'] as const
export type PackageSort = (typeof packageSorts)[number]

/** Packages in order: all of them, or those of one destination. */
export function orderPackages(
  views: readonly PackageView[],
  sort: PackageSort,
  destination: string | null,
): readonly PackageView[] {
  return views
    .filter(({ row }) => destination === null || row.destinationWarehouseId === destination)
    .toSorted((a, b) => (sort === 'destination' ? byDestination(a, b) : 0) || newestFirst(a, b))
}

/** Ids of the warehouses that packages go to, each once. */
export function destinationsOf(views: readonly PackageView[]): readonly string[] {
  return [...new Set(views.map(({ row }) => row.destinationWarehouseId))].toSorted()
}

function byDestination({ row: a }: PackageView, { row: b }: PackageView): number {
  return a.destinationWarehouseId.localeCompare(b.destinationWarehouseId)
}

// Ids of packages begin with the time of their making.
function newestFirst({ row: a }: PackageView, { row: b }: PackageView): number {
  return (b.closedAtMs ?? 0) - (a.closedAtMs ?? 0) || (a.id < b.id ? 1 : -1)
}
