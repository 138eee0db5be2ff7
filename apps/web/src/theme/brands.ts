import type { Brand, BrandId } from './brand.ts'
import { steading } from './brands/steading.ts'
import { staging } from './brands/staging.ts'
import { leziria } from './brands/leziria.ts'
import { montado } from './brands/montado.ts'
import { vale } from './brands/vale.ts'
import { fieldnode } from './brands/fieldnode.ts'
import { livinglab } from './brands/livinglab.ts'

/** All of them at once: for what writes their sheets and shows them beside each other. A page loads its own alone. */
export const brands: Readonly<Record<BrandId, Brand>> = { steading, staging, leziria, montado, vale, fieldnode, livinglab }
