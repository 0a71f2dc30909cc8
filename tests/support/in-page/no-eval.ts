import * as z from 'zod'

// The app's content security policy lets no text become code; schemas read this when they are made.
z.config({ jitless: true })
