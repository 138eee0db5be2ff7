// Writes the style sheet of each brand: node apps/web/src/theme/tokens.build.ts
import { writeFileSync } from 'node:fs'
import { brands } from './brands.ts'
import { styleSheet } from './sheet.ts'

for (const brand of Object.values(brands))
  writeFileSync(new URL(`./tokens/${brand.id}.gen.css`, import.meta.url), styleSheet(brand))
