import DefaultTheme from 'vitepress/theme'
import Layout from './layout.vue'
import './brand.css'

export default { extends: DefaultTheme, Layout }
