import { Badge } from '@mantine/core'

/** Meanings of a status; each has a fixed colour that no account changes. */
export const statusTones = {
  neutral: 'gray',
  active: 'blue',
  success: 'green',
  waiting: 'yellow',
  warning: 'orange',
  problem: 'red',
} as const
export type StatusTone = keyof typeof statusTones

/** A status as a word on its colour. */
export function StatusBadge({ tone, label }: { readonly tone: StatusTone; readonly label: string }) {
  return (
    <Badge variant="light" color={statusTones[tone]} size="lg" radius="sm" tt="none" fw={600} miw="max-content">
      {label}
    </Badge>
  )
}
