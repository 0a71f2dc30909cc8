/** Lines of products by category and brand. */
export type ProductNames = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Phones, tablets, readers, computers, consoles and watches. */
export const deviceNames: ProductNames = {
  smartphones: {
    Apple: `
      iPhone 16 Pro Max; 830; 256 Go, 512 Go +70, 1 To +120
      iPhone 16 Pro; 720; 128 Go, 256 Go +50, 512 Go +110
      iPhone 16 Plus; 600; 128 Go, 256 Go +45
      iPhone 16; 540; 128 Go, 256 Go +45
      iPhone 16e; 400; 128 Go, 256 Go +40
      iPhone 15 Pro Max #A3106; 640; 256 Go, 512 Go +60
      iPhone 15 Pro #A3102; 540; 128 Go, 256 Go +45, 512 Go +90
      iPhone 15 Plus #A3094; 440; 128 Go, 256 Go +40
      iPhone 15 #A3090; 410; 128 Go, 256 Go +40
      iPhone 14 Pro Max #A2894; 470; 128 Go, 256 Go +40
      iPhone 14 Pro #A2890; 410; 128 Go, 256 Go +40, 512 Go +70
      iPhone 14 Plus #A2886; 330; 128 Go, 256 Go +35
      iPhone 14 #A2882; 300; 128 Go, 256 Go +35
      iPhone 13 Pro Max #A2643; 360; 128 Go, 256 Go +35
      iPhone 13 Pro #A2638; 310; 128 Go, 256 Go +35
      iPhone 13 mini #A2628; 205; 128 Go, 256 Go +25
      iPhone 13 #A2633; 240; 128 Go, 256 Go +30
      iPhone 12 Pro Max #A2411; 240; 128 Go, 256 Go +25
      iPhone 12 Pro #A2407; 205; 128 Go, 256 Go +25
      iPhone 12 mini #A2399; 120; 64 Go, 128 Go +20
      iPhone 12 #A2403; 160; 64 Go, 128 Go +25
      iPhone SE (2022) #A2783; 130; 64 Go, 128 Go +20
      iPhone 11 Pro Max #A2218; 170; 64 Go, 256 Go +25
      iPhone 11 Pro #A2215; 145; 64 Go, 256 Go +25
      iPhone 11 #A2221; 115; 64 Go, 128 Go +20
      iPhone XR #A2105; 75; 64 Go, 128 Go +15`,
    Samsung: `
      Galaxy S25 Ultra; 700; 256 Go, 512 Go +70
      Galaxy S25+; 540; 256 Go
      Galaxy S25; 450; 128 Go, 256 Go +40
      Galaxy S24 Ultra #SM-S928B; 560; 256 Go, 512 Go +60
      Galaxy S24+ #SM-S926B; 410; 256 Go
      Galaxy S24 #SM-S921B; 340; 128 Go, 256 Go +35
      Galaxy S23 Ultra #SM-S918B; 420; 256 Go, 512 Go +50
      Galaxy S23+ #SM-S916B; 290; 256 Go
      Galaxy S23 #SM-S911B; 245; 128 Go, 256 Go +30
      Galaxy S22 Ultra #SM-S908B; 290; 128 Go, 256 Go +30
      Galaxy S22 #SM-S901B; 170; 128 Go, 256 Go +20
      Galaxy S21 #SM-G991B; 110; 128 Go, 256 Go +15
      Galaxy Z Fold6; 640; 256 Go, 512 Go +60
      Galaxy Z Fold5; 470; 256 Go, 512 Go +50
      Galaxy Z Flip6; 370; 256 Go
      Galaxy Z Flip5; 250; 256 Go
      Galaxy A55 #SM-A556B; 160; 128 Go, 256 Go +25
      Galaxy A54 #SM-A546B; 120; 128 Go, 256 Go +20
      Galaxy A35 #SM-A356B; 115; 128 Go
      Galaxy A34 #SM-A346B; 90; 128 Go`,
    Google: `
      Pixel 9 Pro XL; 480; 128 Go, 256 Go +50
      Pixel 9 Pro; 430; 128 Go, 256 Go +45
      Pixel 9; 350; 128 Go, 256 Go +40
      Pixel 8 Pro; 310; 128 Go, 256 Go +35
      Pixel 8; 240; 128 Go, 256 Go +30
      Pixel 8a; 200; 128 Go
      Pixel 7 Pro; 190; 128 Go, 256 Go +25
      Pixel 7; 150; 128 Go
      Pixel 7a; 140; 128 Go
      Pixel 6a; 90; 128 Go`,
    Xiaomi: `
      14 Ultra; 420; 512 Go
      14; 310; 256 Go, 512 Go +40
      13T Pro; 220; 256 Go, 512 Go +30
      13T; 170; 256 Go
      Redmi Note 13 Pro; 110; 256 Go
      Redmi Note 12 Pro; 85; 128 Go
      Poco F6; 170; 256 Go`,
    OnePlus: `
      12; 330; 256 Go, 512 Go +40
      11; 220; 128 Go, 256 Go +30
      Nord 4; 170; 256 Go
      Nord 3; 120; 128 Go`,
    Fairphone: `
      Fairphone 5; 240; 256 Go
      Fairphone 4; 120; 128 Go, 256 Go +20`,
    Nothing: `
      Phone (2); 200; 256 Go
      Phone (2a); 130; 128 Go`,
    Sony: `
      Xperia 1 V; 270; 256 Go
      Xperia 5 V; 200; 128 Go`,
    Honor: `
      Magic6 Pro; 350; 512 Go
      200 Pro; 200; 512 Go`,
  },
  tablettes: {
    Apple: `
      iPad Pro 13 pouces (M4); 800; 256 Go, 512 Go +120
      iPad Pro 11 pouces (M4); 610; 256 Go, 512 Go +110
      iPad Pro 12,9 pouces (6e génération); 560; 128 Go, 256 Go +60
      iPad Pro 11 pouces (4e génération); 430; 128 Go, 256 Go +50
      iPad Air 11 pouces (M2); 390; 128 Go, 256 Go +50
      iPad Air (5e génération); 300; 64 Go, 256 Go +70
      iPad Air (4e génération); 210; 64 Go, 256 Go +50
      iPad mini (6e génération); 260; 64 Go, 256 Go +60
      iPad (10e génération); 210; 64 Go, 256 Go +60
      iPad (9e génération); 150; 64 Go, 256 Go +40`,
    Samsung: `
      Galaxy Tab S9 Ultra; 480; 256 Go
      Galaxy Tab S9+; 390; 256 Go
      Galaxy Tab S9; 300; 128 Go, 256 Go +40
      Galaxy Tab S9 FE; 200; 128 Go
      Galaxy Tab S8; 220; 128 Go
      Galaxy Tab A9+; 90; 64 Go, 128 Go +20`,
    Lenovo: `
      Tab P12; 130; 128 Go
      Tab P11 (2e génération); 95; 128 Go`,
    Microsoft: `
      Surface Pro 9; 480; 256 Go, 512 Go +90
      Surface Go 3; 170; 128 Go`,
  },
  liseuses: {
    Kobo: `
      Libra Colour; 95; 32 Go
      Libra 2; 75; 32 Go
      Clara 2E; 55; 16 Go
      Sage; 110; 32 Go`,
    Amazon: `
      Kindle Paperwhite (11e génération); 60; 8 Go, 16 Go +10
      Kindle Scribe; 150; 16 Go
      Kindle Oasis (10e génération); 80; 8 Go`,
    Vivlio: `
      InkPad 4; 110; 32 Go
      Light; 50; 8 Go`,
  },
  'ordinateurs-portables': {
    Apple: `
      MacBook Air 13 pouces (M3); 640; 256 Go, 512 Go +90
      MacBook Air 15 pouces (M3); 760; 256 Go, 512 Go +90
      MacBook Air 13 pouces (M2); 520; 256 Go, 512 Go +80
      MacBook Air 13 pouces (M1); 370; 256 Go, 512 Go +60
      MacBook Pro 14 pouces (M3 Pro); 1150; 512 Go, 1 To +120
      MacBook Pro 14 pouces (M2 Pro); 920; 512 Go, 1 To +110
      MacBook Pro 14 pouces (M1 Pro); 700; 512 Go, 1 To +100
      MacBook Pro 16 pouces (M3 Pro); 1320; 512 Go
      MacBook Pro 16 pouces (M1 Pro); 820; 512 Go, 1 To +110
      MacBook Pro 13 pouces (M2); 560; 256 Go, 512 Go +80`,
    Dell: `
      XPS 13 (9340); 640; 512 Go, 1 To +80
      XPS 15 (9530); 840; 512 Go, 1 To +80
      Latitude 7440; 480; 512 Go
      Latitude 5430; 290; 256 Go, 512 Go +40
      Inspiron 14 (5430); 270; 512 Go`,
    HP: `
      EliteBook 840 G10; 470; 512 Go
      EliteBook 840 G8; 270; 256 Go, 512 Go +40
      Spectre x360 14; 560; 512 Go, 1 To +80
      Victus 16; 390; 512 Go
      Pavilion 15; 230; 512 Go`,
    Lenovo: `
      ThinkPad X1 Carbon Gen 11; 640; 512 Go, 1 To +90
      ThinkPad T14 Gen 3; 400; 256 Go, 512 Go +50
      ThinkPad L14 Gen 2; 250; 256 Go
      Yoga Slim 7; 380; 512 Go
      Legion 5 Pro; 560; 512 Go, 1 To +70
      IdeaPad 5; 240; 512 Go`,
    ASUS: `
      ZenBook 14 OLED (UX3402); 430; 512 Go, 1 To +70
      Vivobook 15 (X1504); 220; 512 Go
      ROG Zephyrus G14 (2023); 760; 512 Go, 1 To +90
      TUF Gaming A15; 440; 512 Go`,
    Acer: `
      Swift 3 (SF314); 240; 512 Go
      Nitro 5 (AN515); 360; 512 Go
      Aspire 5 (A515); 190; 512 Go`,
    Microsoft: `
      Surface Laptop 5; 470; 256 Go, 512 Go +80
      Surface Laptop Studio; 720; 512 Go`,
  },
  'consoles-de-salon': {
    Sony: `
      PlayStation 5 (CFI-1216A); 260; Standard, Édition numérique -40
      PlayStation 5 Slim (CFI-2016A); 290; Standard, Édition numérique -45
      PlayStation 5 Pro (CFI-7021); 470; 2 To
      PlayStation 4 Pro (CUH-7216B); 105; 1 To
      PlayStation 4 Slim (CUH-2216A); 75; 500 Go, 1 To +10
      PlayStation VR2; 190; Standard`,
    Microsoft: `
      Xbox Series X; 250; 1 To, Édition numérique -30
      Xbox Series S; 120; 512 Go, 1 To +25
      Xbox One X; 95; 1 To
      Xbox One S; 60; 500 Go, 1 To +10`,
    Nintendo: `
      Switch 2; 310; Standard
      Switch OLED (HEG-001); 170; Blanc, Néon`,
  },
  'consoles-portables': {
    Nintendo: `
      Switch (HAC-001-01); 120; Néon, Gris
      Switch Lite; 80; Turquoise, Corail, Gris
      New 3DS XL; 95; Standard
      New 2DS XL; 80; Standard`,
    Valve: `
      Steam Deck OLED; 340; 512 Go, 1 To +50
      Steam Deck LCD; 190; 64 Go, 256 Go +30, 512 Go +50`,
    ASUS: `
      ROG Ally (RC71L); 280; Z1, Z1 Extreme +70`,
    Sony: `
      PlayStation Portal; 110; Standard`,
  },
  'montres-connectees': {
    Apple: `
      Watch Ultra 2; 410; 49 mm
      Watch Ultra; 310; 49 mm
      Watch Series 10; 230; 42 mm, 46 mm +20
      Watch Series 9; 180; 41 mm, 45 mm +20
      Watch Series 8; 140; 41 mm, 45 mm +20
      Watch Series 7; 105; 41 mm, 45 mm +15
      Watch SE (2e génération); 105; 40 mm, 44 mm +15`,
    Samsung: `
      Galaxy Watch7; 110; 40 mm, 44 mm +15
      Galaxy Watch6 Classic; 105; 43 mm, 47 mm +15
      Galaxy Watch6; 80; 40 mm, 44 mm +15
      Galaxy Watch5 Pro; 95; 45 mm`,
    Garmin: `
      fēnix 7 Pro Solar; 330; 42 mm, 47 mm +20
      fēnix 7; 240; 47 mm
      Forerunner 965; 280; 47 mm
      Forerunner 265; 200; 42 mm, 46 mm
      vívoactive 5; 110; 42 mm
      Venu 3; 190; 41 mm, 45 mm`,
    Google: `
      Pixel Watch 2; 105; Wi-Fi, LTE +20
      Pixel Watch; 60; Wi-Fi, LTE +15`,
    Withings: `
      ScanWatch 2; 140; 38 mm, 42 mm +10`,
    Fitbit: `
      Versa 4; 60; Standard
      Sense 2; 75; Standard`,
  },
}
