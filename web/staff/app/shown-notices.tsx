import { Notifications } from '@mantine/notifications'

/** Where notices are shown. */
export function ShownNotices() {
  return <Notifications position="bottom-center" autoClose={6000} />
}
