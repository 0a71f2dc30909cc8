/** One file that is offered, made again at each read. */
export interface SharedFile {
  readonly name: string
  readonly sizeBytes: number
  readonly modifiedAt: Date
}

/** A folder of files of one account. Names are the folder's own: what it does not list it does not have. */
export interface SharedFolder {
  readonly name: string
  /** The files, by name. */
  list(): Promise<readonly SharedFile[]>
  /** One file with its bytes; null where the folder has none of this name. */
  read(name: string): Promise<(SharedFile & { readonly bytes: Buffer }) | null>
}
