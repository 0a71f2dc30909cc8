import { Anchor } from '@mantine/core'
import classes from './organization.module.css'

/** An e-mail address that writes to it; where it is too long for one line, it rather breaks before the host. */
export function MailLink({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <Anchor className={classes.mail ?? ''} href={`mailto:${address}`} underline="always" translate="no">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </Anchor>
  )
}
