import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type OfAnchor<Own> = Own & Omit<ComponentProps<'a'>, keyof Own>

function PlainAnchor(props: OfAnchor<AnchorProps>) {
  return <Anchor {...props} />
}

function PlainButton(props: OfAnchor<ButtonProps>) {
  return <Button component="a" {...props} />
}

/** A link in a text to a page of the app, whose address, parameters and search are checked against the routes. */
export const AnchorLink = createLink(PlainAnchor)
/** A link to a page of the app that looks like a button. */
export const ButtonLink = createLink(PlainButton)
