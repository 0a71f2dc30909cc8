import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig, withFiles } from './config.ts'

const DATABASE_URL = 'postgres://reprise_app:secret@127.0.0.1:5432/reprise'

describe('the configuration', () => {
  it('listens on this machine alone unless told', () => {
    expect(readConfig({ DATABASE_URL })).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      trustProxy: false,
      webDist: 'dist',
    })
  })

  it('shows the mailbox on this machine with the embedded database, to anybody where asked for, never beside SMTP', () => {
    const smtp = { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://demo.example' }
    expect(readConfig({ DATABASE_URL }).mailbox).toBeNull()
    expect(readConfig({ DATABASE_URL, EMBEDDED: '1' }).mailbox).toBe('this_machine')
    expect(readConfig({ DATABASE_URL, MAILBOX: '1' }).mailbox).toBe('anybody')
    expect(readConfig({ DATABASE_URL, EMBEDDED: '1', MAILBOX: '1', ...smtp }).mailbox).toBeNull()
  })

  it('is the demo with the embedded database of this machine alone', () => {
    expect(readConfig({ DATABASE_URL, EMBEDDED: '1' }).isDemo).toBe(false)
    expect(readConfig({ DATABASE_URL, DEMO: '1' }).isDemo).toBe(true)
    const smtp = { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://demo.example' }
    expect(readConfig({ DATABASE_URL, DEMO: '1', ...smtp }).isDemo).toBe(false)
    const elsewhere = 'postgres://reprise_app:secret@db.example:5432/reprise'
    expect(readConfig({ DATABASE_URL: elsewhere, DEMO: '1' }).isDemo).toBe(false)
  })

  it('serves SFTP where a port is named, by the public name unless another is given', () => {
    const site = { DATABASE_URL, PUBLIC_URL: 'https://demo.example' }
    expect(readConfig(site).sftp).toBeNull()
    expect(readConfig({ ...site, SFTP_PORT: '' }).sftp).toBeNull()
    expect(readConfig({ ...site, SFTP_PORT: '2222' }).sftp).toEqual({
      host: '127.0.0.1',
      port: 2222,
      publicHost: 'demo.example',
    })
    const named = { SFTP_PORT: '22', SFTP_HOST: '0.0.0.0', SFTP_PUBLIC_HOST: 'sftp.demo.example' }
    expect(readConfig({ ...site, ...named }).sftp).toEqual({
      host: '0.0.0.0',
      port: 22,
      publicHost: 'sftp.demo.example',
    })
    for (const SFTP_PORT of ['0', '65536', 'ssh', '22.5'])
      expect(() => readConfig({ ...site, SFTP_PORT })).toThrow(/SFTP_PORT/)
  })

  it('names every variable at fault and no value', () => {
    const wrong = { DATABASE_URL: 'mysql://root:secret@db', PORT: 'eighty', PUBLIC_URL: 'ftp://x' }
    expect(() => readConfig(wrong)).toThrow(/DATABASE_URL.*PORT.*PUBLIC_URL|PORT.*DATABASE_URL.*PUBLIC_URL/)
    expect(() => readConfig(wrong)).not.toThrow(/secret/)
    expect(() => readConfig({})).toThrow(/DATABASE_URL/)
  })

  it('signs no visitor’s token with a text that everybody knows', () => {
    for (const url of ['postgres://reprise_app@127.0.0.1/reprise', 'postgres:///reprise', 'postgres://a:@db/b']) {
      expect(readConfig({ DATABASE_URL: url }).tokenSecret).toBeNull()
      const TOKEN_SECRET = 'a secret of thirty-two characters.'
      expect(readConfig({ DATABASE_URL: url, TOKEN_SECRET }).tokenSecret).toBe(TOKEN_SECRET)
    }
    expect(readConfig({ DATABASE_URL }).tokenSecret).toContain('secret')
  })

  it('asks for the public address where mails go out, so that their links follow no caller', () => {
    expect(() => readConfig({ DATABASE_URL, SMTP_URL: 'smtp://mail.example' })).toThrow(/PUBLIC_URL/)
  })

  it('demands encryption of every mail server but those of this machine, unless it is told otherwise', () => {
    const PUBLIC_URL = 'https://demo.example'
    const demands = (SMTP_URL: string, SMTP_TLS = '') =>
      readConfig({ DATABASE_URL, PUBLIC_URL, SMTP_URL, SMTP_TLS }).smtpDemandsTls
    expect(demands('smtp://mail.example:587')).toBe(true)
    expect(demands('smtp://10.0.0.7')).toBe(true)
    expect(demands('smtp://127.0.0.1:25')).toBe(false)
    expect(demands('smtp://127.0.0.1:25', 'required')).toBe(true)
    expect(demands('smtp://mail.example:25', 'optional')).toBe(false)
    expect(() => demands('smtp://mail.example', 'no')).toThrow(/SMTP_TLS/)
  })

  it('demands encryption of label printers where it is told so', () => {
    const demands = (PRINTER_TLS?: string) => readConfig({ DATABASE_URL, PRINTER_TLS }).printersDemandTls
    expect(demands()).toBe(false)
    expect(demands('')).toBe(false)
    expect(demands('optional')).toBe(false)
    expect(demands('required')).toBe(true)
    expect(() => demands('yes')).toThrow(/PRINTER_TLS/)
  })

  it('serves by TLS where a certificate is named, whose key may lie in the same file', () => {
    expect(readConfig({ DATABASE_URL }).tls).toBeNull()
    expect(readConfig({ DATABASE_URL, TLS_CERT: '/tls/a.pem' }).tls).toEqual({ cert: '/tls/a.pem', key: '/tls/a.pem' })
    const two = { TLS_CERT: '/tls/a.crt', TLS_KEY: '/tls/a.key' }
    expect(readConfig({ DATABASE_URL, ...two }).tls).toEqual({ cert: '/tls/a.crt', key: '/tls/a.key' })
    expect(() => readConfig({ DATABASE_URL, TLS_KEY: '/tls/a.key' })).toThrow(/TLS_KEY needs TLS_CERT/)
  })

  it('forwards its log to a receiver over TLS alone', () => {
    const receiver = (env: object) => readConfig({ DATABASE_URL, ...env }).logReceiver
    expect(receiver({})).toBeNull()
    const bare = { host: 'logs.example', port: 6514, caFile: null, certFile: null, keyFile: null }
    expect(receiver({ LOG_FORWARD_URL: 'tls://logs.example' })).toEqual(bare)
    const named = { LOG_FORWARD_URL: 'tls://logs.example:7000', LOG_FORWARD_CA: '/ca.crt', LOG_FORWARD_CERT: '/a.pem' }
    expect(receiver(named)).toEqual({ ...bare, port: 7000, caFile: '/ca.crt', certFile: '/a.pem' })
    expect(receiver({ LOG_FORWARD_URL: 'tls://[::1]:7000' })).toEqual({ ...bare, host: '::1', port: 7000 })
    for (const LOG_FORWARD_URL of ['udp://logs.example:514', 'tcp://logs.example', 'logs.example:6514'])
      expect(() => receiver({ LOG_FORWARD_URL })).toThrow(/LOG_FORWARD_URL/)
  })

  it('asks a virus scanner where one is named, by a socket or the network', () => {
    expect(readConfig({ DATABASE_URL }).clamdUrl).toBeNull()
    for (const CLAMD_URL of ['unix:///run/clamav/clamd.ctl', 'tcp://127.0.0.1:3310', 'tls://scan.example:3311'])
      expect(readConfig({ DATABASE_URL, CLAMD_URL }).clamdUrl).toBe(CLAMD_URL)
    expect(() => readConfig({ DATABASE_URL, CLAMD_URL: 'http://scan.example' })).toThrow(/CLAMD_URL/)
  })

  it('takes a master key of 32 bytes, and never says a wrong one', () => {
    const MASTER_KEY = Buffer.alloc(32, 9).toString('base64')
    expect(readConfig({ DATABASE_URL, MASTER_KEY }).masterKey).toEqual(Buffer.alloc(32, 9))
    expect(readConfig({ DATABASE_URL }).masterKey).toBeNull()
    const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const OTHER_MASTER_KEYS = `${one.toString('base64')}\n${two.toString('base64')}\n`
    expect(readConfig({ DATABASE_URL, OTHER_MASTER_KEYS }).otherMasterKeys).toEqual([one, two])
    expect(readConfig({ DATABASE_URL, OTHER_MASTER_KEYS: '' }).otherMasterKeys).toEqual([])
    expect(() => readConfig({ DATABASE_URL, OTHER_MASTER_KEYS: 'AAAA' })).toThrow(/OTHER_MASTER_KEYS/)
    const short = Buffer.from('too short').toString('base64')
    expect(() => readConfig({ DATABASE_URL, MASTER_KEY: short })).toThrow(/MASTER_KEY: must be 32 bytes/)
    expect(() => readConfig({ DATABASE_URL, MASTER_KEY: short })).not.toThrow(short)
  })

  it('names whose map tiles are, by their own setting', () => {
    const tilesOf = (env: object) => readConfig({ DATABASE_URL, ...env }).mapTiles
    const url = 'https://tiles.example/{z}/{x}/{y}.png'
    expect(tilesOf({ MAP_TILES_ATTRIBUTION: 'Nobody' })).toBeNull()
    expect(tilesOf({ MAP_TILES_URL: url })).toEqual({ url, attribution: null })
    expect(tilesOf({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: '© Tiles' })).toEqual({ url, attribution: '© Tiles' })
    const osm = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'
    expect(tilesOf({ MAP_TILES_URL: osm })).toEqual({ url: osm, attribution: '© OpenStreetMap' })
  })

  it('answers any host beside the embedded database, and elsewhere where it was asked to', () => {
    expect(readConfig({ DATABASE_URL }).anyHost).toBe(false)
    for (const env of [{ EMBEDDED: '1' }, { ANY_HOST: '1' }])
      expect(readConfig({ DATABASE_URL, ...env }).anyHost).toBe(true)
  })

  it('takes empty variables as absent', () => {
    expect(readConfig({ DATABASE_URL, SMTP_URL: '', PUBLIC_URL: '', DATABASE_ADMIN_URL: '' })).toMatchObject({
      smtpUrl: null,
      publicUrl: null,
      databaseAdminUrl: null,
    })
  })
})

describe('secrets of files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, text: string) => {
    const file = path.join(folder, name)
    writeFileSync(file, text)
    return file
  }
  const key = Buffer.alloc(32, 5).toString('base64')

  it('stand for every variable, those of migrations too, without what editors add at the end', () => {
    const read = readConfig({
      DATABASE_URL_FILE: write('url', `${DATABASE_URL}\n`),
      MASTER_KEY_FILE: write('key', `${key}\r\n`),
      TOKEN_SECRET_FILE: write('token', 'a secret of thirty-two characters.'),
      PAYOUT_URL: 'https://pay.example',
      PAYOUT_API_KEY_FILE: write('api', 'k'),
      PAYOUT_EVENT_SECRET_FILE: write('events', 'e'.repeat(32)),
      PUBLIC_URL: 'https://demo.example',
      SMTP_URL_FILE: write('smtp', 'smtps://u:p@mail.example'),
    })
    expect(read).toMatchObject({
      databaseUrl: DATABASE_URL,
      masterKey: Buffer.alloc(32, 5),
      tokenSecret: 'a secret of thirty-two characters.',
      smtpUrl: 'smtps://u:p@mail.example',
      payouts: { url: 'https://pay.example', apiKey: 'k', eventSecret: 'e'.repeat(32) },
    })
    expect(withFiles({ DATABASE_OWNER_URL_FILE: write('owner', DATABASE_URL) }).DATABASE_OWNER_URL).toBe(DATABASE_URL)
  })

  it('that are empty count as absent, as an unused one of compose is', () => {
    expect(readConfig({ DATABASE_URL, SMTP_URL_FILE: write('none', '\n'), MASTER_KEY_FILE: '' })).toMatchObject({
      smtpUrl: null,
      masterKey: null,
    })
  })

  it('are named where they are missing or said twice, never shown', () => {
    const MASTER_KEY_FILE = write('key', key)
    expect(() => readConfig({ DATABASE_URL, MASTER_KEY: key, MASTER_KEY_FILE })).toThrow(
      /^MASTER_KEY and MASTER_KEY_FILE are both set/,
    )
    expect(() => readConfig({ DATABASE_URL, MASTER_KEY_FILE: '/nowhere' })).toThrow(/^MASTER_KEY_FILE: .*ENOENT/)
    const short = { DATABASE_URL, MASTER_KEY_FILE: write('short', 'c2hvcnQ=') }
    expect(() => readConfig(short)).toThrow(/MASTER_KEY: must be 32 bytes/)
    expect(() => readConfig(short)).not.toThrow(/c2hvcnQ=/)
  })

  it('give each new connection the address of its time, and the last whole one while it is replaced', () => {
    const DATABASE_URL_FILE = write('rotating', DATABASE_URL)
    const { currentUrls, tokenSecret } = readConfig({ DATABASE_URL_FILE })
    const now = () => (typeof currentUrls.app === 'string' ? 'fixed' : currentUrls.app())
    expect(now()).toBe(DATABASE_URL)
    write('rotating', '')
    expect(now()).toBe(DATABASE_URL)
    write('rotating', DATABASE_URL.replace('secret', 'next'))
    expect(now()).toBe(DATABASE_URL.replace('secret', 'next'))
    rmSync(DATABASE_URL_FILE)
    expect(now()).toBe(DATABASE_URL.replace('secret', 'next'))
    // Processes that start before and after the change would sign by different ones.
    expect(tokenSecret).toBeNull()
    expect(readConfig({ DATABASE_URL }).currentUrls).toEqual({ app: DATABASE_URL, admin: null })
  })
})
