import type { Logger } from 'pino'
import ssh2, { type Attributes, type FileEntry, type SFTPWrapper } from 'ssh2'
import { faultOf } from './fault-of.ts'
import { absolutePath, entriesOf, placeOf, type Entry } from './file-tree.ts'
import { longName } from './long-name.ts'
import type { SharedFile, SharedFolder } from './shared-folder.ts'

const { STATUS_CODE: status, OPEN_MODE: mode } = ssh2.utils.sftp

/** The user of a session: what is offered, and whether the access is still valid. */
export interface SftpUser {
  readonly accountId: string
  readonly folders: readonly SharedFolder[]
  /** Asked before each command, so that a session ends with its access. */
  holds(): Promise<boolean>
}

/** The connection that files are served on. */
export interface SftpLine {
  /** Something was asked. */
  touched(): void
  /** How many bytes of open files are held for a session at once; one file is held regardless of its size. */
  readonly mostBytes: number
  /** Waits while the other side does not take what it was sent. */
  room(): Promise<void>
  isClosed(): boolean
  end(): void
}

type Handle =
  | { readonly kind: 'file'; readonly file: SharedFile; readonly bytes: Buffer }
  | { readonly kind: 'folder'; readonly entries: readonly Entry[]; told: number }

/** Commands that change something: here nothing is ever changed. */
const writing = ['WRITE', 'SETSTAT', 'FSETSTAT', 'REMOVE', 'MKDIR', 'RMDIR', 'RENAME', 'SYMLINK'] as const
const writingExtension = /^(posix-rename|hardlink|lsetstat|fsync|copy-data|copy-file)(@|$)/
/** Most open files of a session. A client that opens more does not close them, and each open file is held in memory. */
const mostHandles = 16
const mostWaiting = 1_024
const mostBytesOfRead = 131_072
const entriesOfAnswer = 100
const directoryMode = 0o040_555
const fileMode = 0o100_444
const longAgo = new Date(0)

/**
 * Answers the commands of one SFTP session in the order in which they came, one after another. A file is made when it
 * is opened, so that it is read whole as it was at that moment.
 */
export function serveFiles(sftp: SFTPWrapper, user: SftpUser, line: SftpLine, log: Logger): { done(): Promise<void> } {
  const handles = new Map<number, Handle>()
  let nextHandle = 0
  let bytesHeld = 0
  let waiting = 0
  let last = Promise.resolve()

  const take = (id: number, act: () => Promise<void> | void): void => {
    line.touched()
    if (waiting >= mostWaiting) return line.end()
    waiting += 1
    last = last.then(async () => {
      try {
        await answer(id, act)
      } finally {
        waiting -= 1
      }
    })
  }
  const answer = async (id: number, act: () => Promise<void> | void): Promise<void> => {
    if (line.isClosed()) return
    try {
      await line.room()
      if (await user.holds()) return await act()
      sftp.status(id, status.PERMISSION_DENIED)
      line.end()
    } catch (error) {
      log.error({ accountId: user.accountId, ...faultOf(error) }, 'an SFTP command failed')
      if (!line.isClosed()) sftp.status(id, status.FAILURE)
    }
  }
  const keep = (id: number, handle: Handle): void => {
    if (handles.size >= mostHandles) return sftp.status(id, status.FAILURE, 'too many open files')
    nextHandle += 1
    const name = Buffer.alloc(4)
    name.writeUInt32BE(nextHandle)
    handles.set(nextHandle, handle)
    sftp.handle(id, name)
  }
  const held = (name: Buffer): Handle | undefined => (name.length === 4 ? handles.get(name.readUInt32BE(0)) : undefined)

  const tellPath = (id: number, path: string): void =>
    take(id, async () => {
      const attributes = await attributesAt(user.folders, path)
      if (attributes === null) return sftp.status(id, status.NO_SUCH_FILE)
      sftp.attrs(id, attributes)
    })

  sftp.on('STAT', tellPath)
  sftp.on('LSTAT', tellPath)
  sftp.on('REALPATH', (id, path) =>
    take(id, () => {
      const absolute = absolutePath(path)
      if (absolute === null) return sftp.status(id, status.NO_SUCH_FILE)
      sftp.name(id, [{ filename: absolute, longname: absolute, attrs: directory() }])
    }),
  )
  sftp.on('OPENDIR', (id, path) =>
    take(id, async () => {
      const place = placeOf(user.folders, path)
      const entries = place === null ? null : await entriesOf(user.folders, place)
      if (entries === null) return sftp.status(id, status.NO_SUCH_FILE)
      keep(id, { kind: 'folder', entries, told: 0 })
    }),
  )
  sftp.on('READDIR', (id, name) =>
    take(id, () => {
      const handle = held(name)
      if (handle?.kind !== 'folder') return sftp.status(id, status.FAILURE)
      const part = handle.entries.slice(handle.told, handle.told + entriesOfAnswer)
      if (part.length === 0) return sftp.status(id, status.EOF)
      handle.told += part.length
      sftp.name(id, part.map(listed))
    }),
  )
  sftp.on('OPEN', (id, path, flags) =>
    take(id, async () => {
      if ((flags & ~mode.READ) !== 0) return sftp.status(id, status.PERMISSION_DENIED)
      if (handles.size >= mostHandles) return sftp.status(id, status.FAILURE, 'too many open files')
      const place = placeOf(user.folders, path)
      const found = place?.kind === 'file' ? await place.folder.read(place.name) : null
      if (found === null) return sftp.status(id, status.NO_SUCH_FILE)
      const { bytes, ...file } = found
      if (bytesHeld > 0 && bytesHeld + bytes.length > line.mostBytes)
        return sftp.status(id, status.FAILURE, 'too many bytes of open files')
      bytesHeld += bytes.length
      keep(id, { kind: 'file', file, bytes })
    }),
  )
  sftp.on('FSTAT', (id, name) =>
    take(id, () => {
      const handle = held(name)
      if (handle === undefined) return sftp.status(id, status.FAILURE)
      sftp.attrs(id, handle.kind === 'file' ? fileAttributes(handle.file) : directory())
    }),
  )
  sftp.on('READ', (id, name, offset, length) =>
    take(id, () => {
      const handle = held(name)
      if (handle?.kind !== 'file') return sftp.status(id, status.FAILURE)
      const part = handle.bytes.subarray(offset, offset + Math.min(length, mostBytesOfRead))
      if (part.length === 0) return sftp.status(id, status.EOF)
      sftp.data(id, part)
    }),
  )
  sftp.on('CLOSE', (id, name) =>
    take(id, () => {
      const handle = held(name)
      if (handle === undefined) return sftp.status(id, status.FAILURE)
      if (handle.kind === 'file') bytesHeld -= handle.bytes.length
      handles.delete(name.readUInt32BE(0))
      sftp.status(id, status.OK)
    }),
  )
  for (const command of writing)
    sftp.on(command as 'REMOVE', (id: number) => take(id, () => sftp.status(id, status.PERMISSION_DENIED)))
  sftp.on('EXTENDED', (id, name) =>
    take(id, () => sftp.status(id, writingExtension.test(name) ? status.PERMISSION_DENIED : status.OP_UNSUPPORTED)),
  )
  // Without it the sftp program of OpenSSH waits for ever when it wants to leave.
  sftp.once('end', () => sftp.end())
  sftp.on('error', () => line.end())
  sftp.once('close', () => handles.clear())
  return { done: () => last }
}

async function attributesAt(folders: readonly SharedFolder[], path: string): Promise<Attributes | null> {
  const place = placeOf(folders, path)
  if (place === null) return null
  if (place.kind !== 'file') return directory()
  const file = (await place.folder.list()).find(({ name }) => name === place.name)
  return file === undefined ? null : fileAttributes(file)
}

function listed(entry: Entry): FileEntry {
  const attrs = entry.kind === 'file' ? fileAttributes(entry) : directory()
  return { filename: entry.name, longname: longName(entry), attrs }
}

function fileAttributes({ sizeBytes, modifiedAt }: SharedFile): Attributes {
  return attributesOf(fileMode, sizeBytes, modifiedAt)
}

function directory(): Attributes {
  return attributesOf(directoryMode, 0, longAgo)
}

function attributesOf(kind: number, size: number, at: Date): Attributes {
  const seconds = Math.floor(at.getTime() / 1_000)
  return { mode: kind, uid: 0, gid: 0, size, atime: seconds, mtime: seconds }
}
