import { expect, it } from 'vitest'
import type { JobAnswer } from '#sync/calls/job.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { JobsPage } from './jobs-page.tsx'

const uuid = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const job: JobAnswer = {
  id: uuid(1),
  queue: 'mail',
  kind: 'buyback_confirmation',
  state: 'failed',
  createdAt: '2026-11-02T09:00:00.000Z',
  dueAt: null,
  attempts: 3,
  error: 'Error EENVELOPE 550',
  subjectId: uuid(9),
  buybackId: uuid(9),
  buybackCode: '2000000000015',
  paymentId: null,
  recipient: 'u…@kunde.example',
}
const waiting: JobAnswer = {
  ...job,
  id: uuid(2),
  queue: 'payment-start',
  kind: null,
  state: 'waiting',
  dueAt: '2026-11-02T10:00:00.000Z',
  error: null,
  paymentId: uuid(7),
  recipient: null,
}

const open = () =>
  openOffice(JobsPage, {
    pages: ['/jobs', '/buyback/$id', '/payments/$id'],
    texts: ['job', 'common'],
    answer: ({ method, path }) => {
      if (method === 'POST') return waiting
      if (path === '/api/jobs') return { 'hydra:member': [job, waiting], 'hydra:totalItems': 2 }
      if (path === '/api/jobs/queues') return { queues: [] }
      return { tasks: [] }
    },
  })

it('a job that failed says why in words, and to whom its mail was to go', async () => {
  const { says, place } = await open()
  await says('Le serveur du destinataire refuse ce courriel')
  await says('u…@kunde.example')
  const links = [...place.querySelectorAll('tbody a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual(expect.arrayContaining([`/buyback/${uuid(9)}`, `/payments/${uuid(7)}`]))
})

it('a job that waits is run at once when asked', async () => {
  const { press, says, asked, texts } = await open()
  await says('u…@kunde.example')
  await press(
    `${texts.t(($) => $.runNow, { ns: 'job' })} ${texts.t(($) => $.queue['payment-start'], { ns: 'job' })} 2000000000015`,
  )
  await says(texts.t(($) => $.retried, { ns: 'job' }))
  expect(asked.find(({ method }) => method === 'POST')?.path).toBe(`/api/jobs/${uuid(2)}/retry`)
})
