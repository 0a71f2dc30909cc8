/** Which products have which word; words are named by their place in a list. */
export interface Postings {
  /** Where the products of each word begin; one more than there are words, the end of the last. */
  readonly starts: Uint32Array
  readonly products: Uint32Array
}

/** Calls for every product that has a word. */
export function eachProduct({ starts, products }: Postings, word: number, call: (product: number) => void): void {
  const end = starts[word + 1] ?? 0
  for (let at = starts[word] ?? 0; at < end; at++) call(products[at]!)
}

/** Packs what was gathered by word, in the order of the list of words. */
export function packPostings(gathered: ReadonlyMap<string, readonly number[]>, words: readonly string[]): Postings {
  const starts = new Uint32Array(words.length + 1)
  let count = 0
  for (const [at, word] of words.entries()) {
    starts[at] = count
    count += gathered.get(word)?.length ?? 0
  }
  starts[words.length] = count
  const products = new Uint32Array(count)
  for (const [at, word] of words.entries()) products.set(gathered.get(word) ?? [], starts[at])
  return { starts, products }
}

/** Adds a product to a word's. */
export function addPosting(gathered: Map<string, number[]>, word: string, product: number): void {
  const known = gathered.get(word)
  if (known === undefined) gathered.set(word, [product])
  else known.push(product)
}
