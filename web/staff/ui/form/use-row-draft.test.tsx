import { useEffect, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { useRowDraft } from './use-row-draft.ts'

interface Row {
  readonly version: number
  readonly name: string
  readonly tags: readonly string[]
}

const valuesOf = ({ name, tags }: Row) => ({ name, tags })

type Draft = ReturnType<typeof useRowDraft<Row, ReturnType<typeof valuesOf>>>

/** A form over the newest row of the server, which says what it holds. */
function Form(props: { readonly first: Row; readonly tell: (draft: Draft, onServer: (row: Row) => void) => void }) {
  const { first, tell } = props
  const [newest, setNewest] = useState(first)
  const draft = useRowDraft(newest, valuesOf)
  useEffect(() => tell(draft, setNewest), [tell, draft])
  return null
}

async function open(first: Row) {
  const tell = vi.fn<(draft: Draft, onServer: (row: Row) => void) => void>()
  await drawScreen(<Form first={first} tell={tell} />)
  const last = () => tell.mock.lastCall!
  await vi.waitUntil(() => tell.mock.lastCall)
  return { draft: () => last()[0], server: (row: Row) => last()[1](row) }
}

it('a form follows the server until something differs in it, and then keeps what it began with', async () => {
  const { draft, server } = await open({ version: 1, name: 'a', tags: ['x'] })
  server({ version: 2, name: 'b', tags: ['x'] })
  await vi.waitFor(() => expect(draft().values.name).toBe('b'))
  draft().set({ tags: ['x', 'y'] })
  await vi.waitFor(() => expect(draft().changed).toEqual({ tags: ['x', 'y'] }))
  server({ version: 3, name: 'c', tags: [] })
  await vi.waitFor(() => expect([draft().began.version, draft().values.name]).toEqual([2, 'b']))
  draft().set({ tags: ['x'] })
  await vi.waitFor(() => expect([draft().isChanged, draft().values.name]).toEqual([false, 'c']))
})

it('what is typed while a save is under way stays over what the server made of it', async () => {
  const { draft } = await open({ version: 1, name: 'a', tags: [] })
  draft().set({ name: 'sent' })
  await vi.waitFor(() => expect(draft().isChanged).toBe(true))
  const sent = draft().changed
  draft().set({ tags: ['later'] })
  draft().saved({ version: 2, name: 'SENT', tags: [] }, sent)
  await vi.waitFor(() => expect(draft().began.version).toBe(2))
  expect([draft().values, draft().changed]).toEqual([{ name: 'SENT', tags: ['later'] }, { tags: ['later'] }])
})
