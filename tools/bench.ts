// npm run bench: see bench/index.ts
import '../bench/index.ts'
