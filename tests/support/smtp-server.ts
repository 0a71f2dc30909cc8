import { SMTPServer } from 'smtp-server'

/** A mail that has arrived. */
interface Letter {
  readonly to: string
  readonly raw: string
}

type Stage = 'greeting' | 'login' | 'sender' | 'text'

/** A mail server that takes or refuses what a test tells it to. */
export interface SmtpServer {
  readonly url: string
  readonly letters: Letter[]
  answer: (to: string) => Error | null
  /** What the server says of a stage before the recipient, or after the text. */
  stage: (stage: Stage) => Error | null
  close(): Promise<void>
}

/** Starts a mail server that takes everything. */
export async function startSmtp(): Promise<SmtpServer> {
  const letters: Letter[] = []
  const peer: Pick<SmtpServer, 'answer' | 'stage'> = { answer: () => null, stage: () => null }
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect: (_session, done) => done(peer.stage('greeting')),
    onAuth: (_auth, _session, done) => done(peer.stage('login'), { user: 'someone' }),
    onMailFrom: (_address, _session, done) => done(peer.stage('sender')),
    onRcptTo: (address, _session, done) => done(peer.answer(address.address)),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = peer.stage('text')
        if (refusal !== null) return done(refusal)
        letters.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('no address')
  return Object.assign(peer, {
    url: `smtp://127.0.0.1:${address.port}`,
    letters,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}
