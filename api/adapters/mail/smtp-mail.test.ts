import { Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { startSmtp } from '#tests/support/smtp-server.ts'
import { createSmtpMail } from './smtp-mail.ts'

/** How long a sender waits for the answer to the end of a text (RFC 5321, 4.5.3.2.6). */
const patienceMs = 600_000

it('a relay is waited for as long as SMTP allows: who hangs up earlier sends a mail again that it took', async () => {
  const smtp = await startSmtp()
  const waits = vi.spyOn(Socket.prototype, 'setTimeout')
  const mail = createSmtpMail({ url: smtp.url, from: 'x@reprise.example', demandsTls: false })
  const port = Number(new URL(smtp.url).port)
  let whileThinking: number | undefined
  smtp.stage = (stage) => {
    const ofSender = waits.mock.calls.filter(
      (_, at) => (waits.mock.contexts[at] as Socket | undefined)?.remotePort === port,
    )
    if (stage === 'text') whileThinking = ofSender.at(-1)?.[0]
    return null
  }
  try {
    await mail.send({ messageId: '<1@x.example>', to: 'a@x.example', subject: 'S', text: 'T', html: 'T' })
    expect(smtp.letters).toHaveLength(1)
    expect(whileThinking).toBeGreaterThanOrEqual(patienceMs)
  } finally {
    waits.mockRestore()
    mail.close()
    await smtp.close()
  }
})
