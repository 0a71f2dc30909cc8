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

/** A category and all below it. Parents come before their children; empty for an id that names none. */
export function branchOf<Category extends Placed>(categories: readonly Category[], id: string): readonly Category[] {
  const branch = new Set([id])
  return categories.filter((category) => {
    if (category.id !== id && (category.parentId === null || !branch.has(category.parentId))) return false
    branch.add(category.id)
    return true
  })
}

/** The categories that are asked for, and all that stand above them, in the order that they came in. */
export function withAncestors<Category extends Placed>(
  categories: readonly Category[],
  isAsked: (category: Category) => boolean,
): readonly Category[] {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const kept = new Set<string>()
  for (const category of categories.filter(isAsked)) {
    let each: Category | undefined = category
    while (each !== undefined && !kept.has(each.id)) {
      kept.add(each.id)
      each = each.parentId === null ? undefined : byId.get(each.parentId)
    }
  }
  return categories.filter(({ id }) => kept.has(id))
}
