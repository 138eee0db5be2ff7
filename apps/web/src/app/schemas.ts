import { z } from 'zod'

// The policy forbids code made of text: schemas are interpreted. Imported before anything that parses.
z.config({ jitless: true })
