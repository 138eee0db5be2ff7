import '../theme/styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { brand, wear } from '../platform/brand.ts'
import { firstLanguage, speak } from '../platform/texts.tsx'
import { Providers } from './Providers.tsx'
import { router } from './router.tsx'

// The policy forbids code made of text: schemas are interpreted.
z.config({ jitless: true })

const [first] = await Promise.all([speak(firstLanguage()), wear(brand)])
const root = document.getElementById('root')
if (!root) throw new Error('no place to draw in')
createRoot(root).render(
  <StrictMode>
    <Providers first={first}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
