/** What places a category in the tree. */
interface Placed {
  readonly id: string
  /** Null at the top of the tree. */
  readonly parentId: string | null
}

/** Categories as a tree that is read downwards: each before its children, which keep the order that they came in. */
export function inTreeOrder<Category extends Placed>(categories: readonly Category[]): readonly Category[] {
  const children = Map.groupBy(categories, ({ parentId }) => parentId)
  const below = (id: string | null): readonly Category[] =>
    (children.get(id) ?? []).flatMap((category) => [category, ...below(category.id)])
  return below(null)
}

/** How many categories stand above each, by id: 0 at the top of the tree. Parents come before their children. */
export function depthsOf(categories: readonly Placed[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>()
  for (const { id, parentId } of categories) depths.set(id, parentId === null ? 0 : (depths.get(parentId) ?? -1) + 1)
  return depths
}
