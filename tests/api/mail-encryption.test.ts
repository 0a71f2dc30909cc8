// @module-tag slow
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSmtpMail } from '#api/adapters/mail/smtp-mail.ts'
import { hasOpenssl, makeCertificates, type TestCertificates } from '#tests/support/certificates.ts'

interface Encrypting {
  readonly port: number
  readonly seen: string[]
  close(): Promise<void>
}

/** A mail server that offers STARTTLS with a certificate, or none, and notes what it is told. */
async function startServer(pem: string | null): Promise<Encrypting> {
  const seen: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    ...(pem === null ? { disabledCommands: ['STARTTLS' as const] } : { cert: pem, key: pem }),
    onAuth: ({ username }, session, done) => {
      seen.push(`login ${username} ${session.secure ? 'encrypted' : 'in clear'}`)
      done(null, { user: username })
    },
    onData: (stream, session, done) => {
      stream.resume()
      stream.on('end', () => {
        seen.push(`mail ${session.secure ? 'encrypted' : 'in clear'}`)
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('no address')
  return { port: address.port, seen, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

async function send(port: number, demandsTls: boolean, query = ''): Promise<string> {
  const url = `smtp://user:secret@localhost:${port}${query}`
  const mail = createSmtpMail({ url, from: 'x@reprise.example', demandsTls })
  try {
    await mail.send({ messageId: '<1@x.example>', to: 'a@x.example', subject: 'S', text: 'T', html: 'T' })
    return 'sent'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  } finally {
    mail.close()
  }
}

describe('mail whose encryption is demanded', () => {
  it('leaves neither login nor text with a server that offers no STARTTLS, whatever its address says', async () => {
    const server = await startServer(null)
    try {
      for (const query of ['', '?requireTLS=false', '?ignoreTLS=true', '?opportunisticTLS=true'])
        expect(await send(server.port, true, query)).not.toBe('sent')
      expect(server.seen).toEqual([])
      expect(await send(server.port, false)).toBe('sent')
      expect(server.seen).toEqual(['login user in clear', 'mail in clear'])
    } finally {
      await server.close()
    }
  })

  // OpenSSL and Bash make the certificate.
  describe.runIf(hasOpenssl)('by a server with a certificate', () => {
    let certificates: TestCertificates
    const usual = getCACertificates('default')
    beforeAll(() => {
      certificates = makeCertificates()
    })
    afterAll(() => {
      setDefaultCACertificates(usual)
      certificates.remove()
    })

    it('goes out once its authority is known, and not before', async () => {
      const server = await startServer(certificates.pem('api/server.pem'))
      try {
        for (const query of ['', '?tls.rejectUnauthorized=false'])
          expect(await send(server.port, true, query)).not.toBe('sent')
        expect(server.seen).toEqual([])
        setDefaultCACertificates([...usual, certificates.authority.pem])
        expect(await send(server.port, true)).toBe('sent')
        expect(server.seen).toEqual(['login user encrypted', 'mail encrypted'])
      } finally {
        await server.close()
      }
    })
  })
})
