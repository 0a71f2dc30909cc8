/** Ways to the database of a data folder, by login, and how to leave it. */
export interface OpenFolder {
  readonly superuserUrl: string
  readonly ownerUrl: string
  readonly appUrl: string
  readonly adminUrl: string
  close(): Promise<void>
}

/** Exclusive use, for a server: throws a sentence when another start holds the folder. */
export function openDataFolder(folder: string, details?: object): Promise<OpenFolder>
