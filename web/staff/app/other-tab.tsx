import { Button, Text } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import type { StoredUser } from '#web/lib/local-storage.ts'

/** Above every panel and question. */
export const layer = 310

/** An identity provider takes a page for itself: it gets another tab, and its sign-in counts in this one too. */
export function OtherTabButton({ user, label }: { readonly user: StoredUser; readonly label: string }) {
  const from = useRouterState({ select: ({ location }) => location.href })
  const hash = new URLSearchParams({ organization: user.email }).toString()
  const address = `/login?${new URLSearchParams({ from, again: '1' }).toString()}#${hash}`
  return (
    <>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {user.email}
      </Text>
      <Button component="a" href={address} target="_blank" rel="noopener" size="lg" fullWidth data-autofocus>
        {label}
      </Button>
    </>
  )
}
