import type { ReactNode } from 'react'

function Icon({ children, size = 24 }: { readonly children: ReactNode; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

export function CartIcon() {
  return (
    <Icon>
      <path d="M5 8h14l-1 12H6L5 8Z" />
      <path d="M9 10V6a3 3 0 0 1 6 0v4" />
    </Icon>
  )
}

export function SearchIcon() {
  return (
    <Icon size={20}>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </Icon>
  )
}

export function CalendarIcon() {
  return (
    <Icon size={20}>
      <path d="M5 6h14v14H5ZM5 10h14M9 3.5V7M15 3.5V7" />
    </Icon>
  )
}

export function CloseIcon() {
  return (
    <Icon>
      <path d="m6 6 12 12M18 6 6 18" />
    </Icon>
  )
}

export function BackIcon() {
  return (
    <Icon size={20}>
      <path d="m14 6-6 6 6 6" />
    </Icon>
  )
}

export function ScanIcon() {
  return (
    <Icon size={20}>
      <path d="M4 8V5h3M17 5h3v3M20 16v3h-3M7 19H4v-3M8 9v6M12 9v6M16 9v6" />
    </Icon>
  )
}

export function BinIcon() {
  return (
    <Icon size={20}>
      <path d="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5" />
    </Icon>
  )
}

export function PlaceIcon() {
  return (
    <Icon>
      <path d="M12 21s7-6.2 7-11a7 7 0 1 0-14 0c0 4.8 7 11 7 11Z" />
      <circle cx="12" cy="10" r="2.5" />
    </Icon>
  )
}

export function CheckIcon() {
  return (
    <Icon>
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </Icon>
  )
}

export function InfoIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5M12 8v.01" />
    </Icon>
  )
}

const shapes: readonly { readonly words: RegExp; readonly shape: ReactNode }[] = [
  { words: /tablet|liseuse|ipad|reader/, shape: <path d="M6 3h12v18H6zM11 18h2" /> },
  { words: /montre|watch|uhr|horloge/, shape: <path d="M8 8h8v8H8zM9 8l.6-4h4.8l.6 4M9 16l.6 4h4.8l.6-4" /> },
  {
    words: /ordinateur|laptop|portable pc|macbook|computer|notebook/,
    shape: <path d="M5 5h14v10H5zM3 19h18l-2-4H5z" />,
  },
  {
    words: /console|jeu|game|spiel|manette/,
    shape: (
      <path d="M7 8h10a4 4 0 0 1 1 8c-1.5 0-2.5-2-4-2h-4c-1.5 0-2.5 2-4 2a4 4 0 0 1 1-8ZM8 10v3M6.5 11.5h3M16 11v.01M18 12.5v.01" />
    ),
  },
  {
    words: /casque|audio|écouteur|headphone|kopfh|enceinte|koptelefoon/,
    shape: <path d="M5 14v-2a7 7 0 0 1 14 0v2M5 14h3v5H6a1 1 0 0 1-1-1zM19 14h-3v5h2a1 1 0 0 0 1-1z" />,
  },
  {
    words: /photo|caméra|camera|objectif|drone/,
    shape: <path d="M4 8h4l1.5-3h5L16 8h4v11H4zM12 16a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z" />,
  },
  {
    words: /livre|book|buch|bd|manga/,
    shape: <path d="M5 5a2 2 0 0 1 2-2h12v15H7a2 2 0 0 0-2 2zM5 20a1 1 0 0 0 1 1h13v-3" />,
  },
  {
    words: /vélo|velo|bike|fahrrad|fiets|trottinette|sport|ski|raquette/,
    shape: (
      <path d="M6 18a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM18 18a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM6 15l4-7h5l3 7M10 8l3 7H6M15 5h2" />
    ),
  },
  {
    words: /poussette|puériculture|jouet|toy|enfant|siège/,
    shape: <path d="M4 6h2l2 8h8a5 5 0 0 0-5-9v9M8 19v.01M16 19v.01" />,
  },
  { words: /téléphone|phone|mobile|smart|handy|gsm/, shape: <path d="M8 3h8v18H8zM11 18h2" /> },
]

/** A drawing for a product without a picture, by the words of its category. */
export function ProductGlyph({ category }: { readonly category: string }) {
  const words = category.toLowerCase()
  const found = shapes.find((shape) => shape.words.test(words))
  return <Icon>{found?.shape ?? <path d="m12 3 8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9" />}</Icon>
}
