// Generated from conformance/reports/app/file.js by `npm run generate`; do not edit.

"use strict";(()=>{var k,Ze,on,D,we,le,et,ie,tt,ke,xe,sn,ee=Symbol.for("pv"),ue={},pe=[],rn=/^m(i|n|o|s|text|space)$/,Se=Array.isArray,Ce=pe.slice,z=Object.assign;function V(t){t&&t.parentNode&&t.remove()}function nt(t,e,n){var o,r,s,i={},a=arguments.length;for(s in e)s=="key"?o=e[s]:s=="ref"&&typeof t!="function"?r=e[s]:i[s]=e[s];return a>2&&(i.children=a>3?Ce.call(arguments,2):n),Z(t,i,o,r,null)}function Z(t,e,n,o,r){var s={type:t,props:e,key:n,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,constructor:ee,__v:r||++Ze,__i:-1,__u:0};return!r&&k.vnode&&k.vnode(s),s}function de(t){return t.children}function ae(t,e){this.props=t,this.context=e,this.__g=0}function F(t,e){if(e==null)return t.__&&F(t.__,t.__i+1);for(var n;e<t.__k.length;e++)if((n=t.__k[e])&&n.__e)return n.__e;return typeof t.type!="function"||t.props.__P?null:F(t)}function an(t){var e,n=t.__v,o=n.__e,r=[],s=[],i=t.__P;i&&((e=z({constructor:ee},n)).__v=n.__v+1,k.vnode&&k.vnode(e),Te(i,e,n,t.__n,i.namespaceURI,32&n.__u?[o]:null,r,o||F(n),32&n.__u,s),e.__v=n.__v,e.__.__k[e.__i]=e,ct(r,e,s),n.__=n.__e=null,e.__e!=o&&ot(e))}function ot(t){if((t=t.__)&&t.__c&&!t.props.__P)return t.__e=null,t.__k.some(function(e){return e&&(t.__e=e.__e)}),ot(t)}function Xe(t){(8&t.__g||(t.__g|=8,D.push(t),le++))&&we==k.debounceRendering||((we=k.debounceRendering)||queueMicrotask)(st)}function st(){try{for(var t,e=1;D.length;)D.length>e&&D.sort(et),t=D.shift(),e=D.length,8&t.__g&&an(t)}finally{(le=D.length)&&(we||queueMicrotask)(st)}}function rt(t,e,n,o,r,s,i,a,p,_,u){var d,f,l,m,y,v,h=o.__k||pe,w=e.length;for(p=cn(n,e,h,p,w),d=0;d<w;d++)(l=n.__k[d])!=null&&(f=~l.__i&&h[l.__i]||ue,l.__i=d,v=Te(t,l,f,r,s,i,a,p,_,u),m=l.__e,(f.ref!=l.ref||8&f.__u)&&(f.ref&&Oe(f.ref,null,l,f),l.ref&&u.push(l.ref,l.__c||m,l)),y=y||m,4&l.__u?(p=it(l,p,t,!f.__v),f.__e&&(f.__e=null)):typeof l.type=="function"&&v!==void 0?p=v:m&&(p=m.nextSibling),l.__u&=-21);return n.__e=y,p}function cn(t,e,n,o,r){var s,i,a,p,_,u,d,f,l,m=n.length,y=m,v=0,h=0,w=t.__k=Array(r);for(s=0;s<r;s++)(i=e[s])!=null&&typeof i!="boolean"&&typeof i!="function"?(typeof i!="object"||i.constructor===String?i=w[s]=Z(null,i):Se(i)?i=w[s]=Z(de,{children:i}):i.constructor===ee&&i.__b?i=w[s]=Z(i.type,i.props,i.key,i.ref,i.__v):w[s]=i,p=s+v,i.__=t,i.__b=t.__b+1,a=null,~(_=i.__i=ln(i,n,p,y))&&(y--,(a=n[_])&&(a.__u|=2)),a&&a.__v?(i.__u|=16,_==p-1?v--:_==p+1?v++:_!=p&&(_>p?v--:v++,h=1)):(~_||(r>m?v--:r<m&&v++),typeof i.type!="function"&&(i.__u|=4))):w[s]=null;if(h){for(u=[],d=[],s=0;s<r;s++)if((i=w[s])&&16&i.__u){for(v=0,f=u.length;v<f;)u[l=v+f>>1]<i.__i?v=l+1:f=l;u[v]=i.__i,d[s]=v+1}for(v=u.length;s--;)d[s]&&(d[s]==v?v--:w[s].__u|=4)}if(y)for(s=0;s<m;s++)!(a=n[s])||2&a.__u||(a.__e==o&&(o=F(a)),Ee(a,a));return o}function it(t,e,n,o){var r,s,i,a;if(typeof t.type=="function"){if(t.props.__P)return e;if(r=t.__k)for(s=0;s<r.length;s++)r[s]&&(r[s].__=t,e=it(r[s],e,n,!1));return e}for(e&&!e.parentNode&&(e=F(t))&&!e.parentNode&&(e=null),i=t.__e,a=e;a&&a.nodeType==8;)a=a.nextSibling;for(i!=a&&(!o&&n.moveBefore&&i.parentNode?n.moveBefore(i,e):n.insertBefore(i,e||null)),e=i;(e=e&&e.nextSibling)&&e.nodeType==8&&!e.data.startsWith("$s"););return e}function ln(t,e,n,o){var r,s=t.key,i=t.type,a=e[n],p=a&&!(2&a.__u);if(a===null&&s==null||p&&s==a.key&&i==a.type)return n;if(o>(p?1:0)){for(r=n-1;r>=0;r--)if((a=e[r])&&!(2&a.__u)&&s==a.key&&i==a.type)return r;for(r=n+1;r<e.length;r++)if((a=e[r])&&!(2&a.__u)&&s==a.key&&i==a.type)return r}return-1}function Ye(t,e,n){n==null&&(n=""),e[0]=="-"?t.setProperty(e,n):t[e]=n}function re(t,e,n,o,r){var s,i;if(e=="style")if(typeof n=="string")t.style.cssText=n;else{if(typeof o=="string"&&(t.style.cssText=o=""),o)for(e in o)n&&e in n||Ye(t.style,e);if(n)for(e in n)o&&n[e]==o[e]||Ye(t.style,e,n[e])}else if(e[0]=="o"&&e[1]=="n")typeof n!="function"&&(n=null),typeof o!="function"&&(o=null),(t.__e||(t.__e={}))[e]=n,n&&o||(i=xe[e]||(xe[e]=un(e)),(t.__a||(t.__a={}))[e]=ke,s=e!=(e=e.replace(tt,"$1")),(e=e.slice(2))[0]<"a"&&(e=e.toLowerCase()),n?t.addEventListener(e,i,s):t.removeEventListener(e,i,s));else{if(r=="http://www.w3.org/2000/svg")e=e.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(e!="width"&&e!="height"&&e!="href"&&e!="list"&&e!="form"&&e!="tabIndex"&&e!="download"&&e!="rowSpan"&&e!="colSpan"&&e!="role"&&e!="popover"&&e in t)try{return void(t[e]=n??"")}catch{}if(typeof n=="function")return;n==null||n===!1&&e[4]!="-"?t.removeAttribute(e):t.setAttribute(e,e=="popover"&&n==1?"":n)}}function un(t){return function(e){var n=this.__e;if(n){if(n=n[t],e[ie]==null)e[ie]=ke++;else if(e[ie]<this.__a[t])return;return n(k.event?k.event(e):e)}}}function Te(t,e,n,o,r,s,i,a,p,_){var u,d,f,l,m,y,v,h,w,$,g,C,Y,j,L,Qe,B,W,A=e.type;if(e.constructor!==ee)return null;128&n.__u&&(p=32&n.__u,u=n.__c.__z)&&(e.__u|=p,d=s=[],u.nodeType==8?a=ce(u,s):s.push(u),a=s[0]||a),(u=k.__b)&&u(e);e:if(typeof A=="function"){f=i.length;try{if(h=e.props,w=(u=A.prototype)&&u.render,$=(u=A.contextType)&&o[u.__c],g=u?$?$.props.value:u.__:o,(l=n.__c)?(e.__c=l,2&l.__g&&(l.__g|=1)):(w?e.__c=l=new A(h,g):(e.__c=l=new ae(h,g),l.constructor=A,l.render=dn),$&&$.sub(l),l.state||(l.state={}),l.__n=o,l.__g|=8,l.__h=[],l.__k=[]),w&&(l.__s||(l.__s=l.state),A.getDerivedStateFromProps&&(l.__s==l.state&&(l.__s=z({},l.__s)),z(l.__s,A.getDerivedStateFromProps(h,l.__s)))),m=l.props,y=l.state,l.__v=e,n.__c){if(h!==m&&w&&!A.getDerivedStateFromProps&&l.componentWillReceiveProps&&l.componentWillReceiveProps(h,g),e.__v==n.__v&&!(8&l.__g)||!(4&l.__g)&&l.shouldComponentUpdate&&l.shouldComponentUpdate(h,l.__s,g)===!1){e.__v!=n.__v&&(l.props=h,l.state=l.__s,l.__g&=-9),e.__e=n.__e,e.__k=n.__k,e.__k.some(function(M){M&&(M.__=e)}),pe.push.apply(l.__h,l.__k),l.__k=[],l.__h.length&&i.push(l),a=F(n);break e}l.componentWillUpdate&&l.componentWillUpdate(h,l.__s,g),w&&l.componentDidUpdate&&l.__h.push(function(){l.componentDidUpdate(m,y,v)})}else w&&!A.getDerivedStateFromProps&&l.componentWillMount&&l.componentWillMount(),w&&l.componentDidMount&&l.__h.push(l.componentDidMount);l.context=g,l.props=h,l.__P=t,l.__g&=-5,C=k.__r,Y=w?25:0;do l.__g&=-9,C&&C(e),u=l.render(l.props,l.state=l.__s,l.context);while(8&l.__g&&++Y<25);w&&(pe.push.apply(l.__h,l.__k),l.__k=[]),l.state=l.__s,l.getChildContext&&(o=z({},o,l.getChildContext())),w&&n.__c&&l.getSnapshotBeforeUpdate&&(v=l.getSnapshotBeforeUpdate(m,y)),j=u&&u.type===de&&u.key==null?u.props.children:u,h.__P&&(u=a,r=(t=h.__P).namespaceURI,p=s=null,n.props&&n.props.__P!=t&&(n.__k.some(function(M){M&&Ee(M,M)}),n.__k=null),a=n.__k?F(n,0):null),a=rt(t,Se(j)?j:[j],e,n,o,r,s,i,a,p,_),h.__P&&(e.__e=null,a=u),e.__u&=-161,d&&d.some(V),l.__h.length&&i.push(l),1&l.__g&&(l.__g&=-4)}catch(M){if(i.length=f,e.__v=null,p||s)if(M&&M.then){if(e.__u|=128|p,s){for(~(B=s.indexOf(a||void 0))||(B=s.length);(W=s[B-1])&&W.nodeType==8;)B--;for(;B<s.length;B++)if(W=s[B])if(s[B]=null,L){if(W==Qe)break}else{if(W.nodeType!=8)break;W.data.startsWith("$s")&&(Qe=ce(L=W))}}if(!L){for(;a&&a.nodeType==8&&a.nextSibling;)a=a.nextSibling;L=a}(u=ce(L=e.__c.__z||(e.__c.__z=L)))?(e.__e=L,a=u):e.__e=a,a=a&&a.nextSibling}else s&&s.some(V);else e.__e=n.__e;e.__k||(e.__k=n.__k||[]),M&&M.then||at(e),k.__e(M,e,n)}}else a=e.__e=pn(n.__e,e,n,o,r,s,i,p,_,t);return(u=k.diffed)&&u(e),a}function ce(t,e){if(t&&t.nodeType==8&&t.data.startsWith("$s"))for(var n=1;t=t.nextSibling;){if(t.nodeType==8){if(t.data.startsWith("$s"))n++;else if(t.data.startsWith("/$s")&&!--n)return t}e&&e.push(t)}}function at(t){t&&(t.__c&&(t.__c.__g|=4),t.__k&&t.__k.some(at))}function ct(t,e,n){for(var o=0;o<n.length;)Oe(n[o++],n[o++],n[o++]);k.__c&&k.__c(e,t),t.some(function(r){try{t=r.__h,r.__h=[],t.some(function(s){s.call(r)})}catch(s){k.__e(s,r.__v)}})}function pn(t,e,n,o,r,s,i,a,p,_){var u,d,f,l,m,y,v,h,w=n.props||ue,$=e.props,g=e.type;if(g=="svg"?r="http://www.w3.org/2000/svg":g=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),s){for(u=0;u<s.length;u++)if((m=s[u])&&(g?m.localName==g:m.nodeType==3)){t=m,s[u]=null;break}}if(!t){if(h=_.ownerDocument||document,!g)return h.createTextNode($);t=h.createElementNS(r,g,$.is?$:_),a&&(k.__m&&k.__m(e,s),a=!1),s=null}if(g){if(_=g=="template"&&t.content||t,s=g=="textarea"&&$.defaultValue!=null?null:s&&Ce.call(_.childNodes),!a&&s)for(w={},u=0;u<t.attributes.length;u++)w[(m=t.attributes[u]).name]=m.value;for(u in w)m=w[u],u=="dangerouslySetInnerHTML"?f=m:u=="children"||u in $||u=="value"&&"defaultValue"in $||u=="checked"&&"defaultChecked"in $||re(t,u,null,m,r);for(u in $)m=$[u],u=="children"?l=m:u=="dangerouslySetInnerHTML"?d=m:u=="value"?y=m:u=="checked"?v=m:a&&typeof m!="function"||w[u]===m||re(t,u,m,w[u],r);d?(a||f&&(d.__html==f.__html||d.__html==t.innerHTML)||(t.innerHTML=d.__html),e.__k=[]):(f&&(t.textContent=""),(g=="foreignObject"||r=="http://www.w3.org/1998/Math/MathML"&&rn.test(g))&&(r="http://www.w3.org/1999/xhtml"),rt(_,Se(l)?l:[l],e,n,o,r,s,i,s?s[0]:n.__k&&F(n,0),a,p),s&&s.some(V)),a&&g!="textarea"||(u="value",g=="progress"&&y==null?t.removeAttribute(u):y==null||y===t[u]&&(g!="progress"||y)||re(t,u,y,w[u],r),u="checked",v!=null&&v!=t[u]&&re(t,u,v,w[u],r))}else w===$||a&&t.data==$||(t.data=$);return t}function Oe(t,e,n,o){try{typeof t=="function"?e?e.__x=t(e)||1:o&&(o=o.__c||o.__e)&&(e=o.__x)&&(o.__x=null,typeof e=="function"?e():t(null)):t.current=e}catch(r){k.__e(r,n)}}function Ee(t,e,n){var o,r,s,i;if(k.unmount&&k.unmount(t),!(o=t.ref)||o.current&&o.current!=t.__e||Oe(o,null,e,t),o=t.__c){if(o.componentWillUnmount)try{o.componentWillUnmount()}catch(a){k.__e(a,e)}o.__P=o.__n=null}if(o=t.__k)for(i=0;i<o.length;i++)o[i]&&Ee(o[i],e,typeof t.type!="function"||n&&!t.props.__P);!n&&(o=t.__c)&&(o=o.__z)&&(r=ce(o,s=[]))&&(o==t.__e&&s.some(V),V(r),V(o)),n||V(t.__e),t.__e=t.__c=t.__=null}function dn(t,e,n){return this.constructor(t,n)}function Me(t,e){var n,o,r,s;k.__&&k.__(t,e),e.nodeType==9&&(e=e.documentElement),o=(n=t&&32&t.__u)?null:e.__k,e.__k=Z(de,{children:[t]}),r=[],s=[],Te(e,e.__k,o||ue,ue,e.namespaceURI,o?null:e.firstChild?Ce.call(e.childNodes):null,r,o?o.__e:e.firstChild,n,s),ct(r,e.__k,s),e.__k.props.children=null}k={__e:function(t,e,n,o){for(var r,s,i;e=e.__;)if((r=e.__c)&&!(1&r.__g)){r.__g|=4;try{if((i=(s=r.constructor)&&s.getDerivedStateFromError)&&r.setState(s.getDerivedStateFromError(t)),r.componentDidCatch&&(r.componentDidCatch(t,o||{}),i=1),i&&8&r.__g)return void(r.__g|=2)}catch(a){t=a}}throw le=0,t}},Ze=0,on=function(t){return t!=null&&t.constructor===ee},ae.prototype.setState=function(t,e){var n=this.__s;n&&n!=this.state||(n=this.__s=z({},this.state)),typeof t=="function"&&(t=t(z({},n),this.props)),t&&(z(n,t),this.__v&&(e&&this.__k.push(e),Xe(this)))},ae.prototype.forceUpdate=function(t){this.__v&&(this.__g|=4,t&&this.__h.push(t),Xe(this))},ae.prototype.render=de,D=[],le=0,et=function(t,e){return t.__v.__b-e.__v.__b},ie=Symbol(),tt=/(PointerCapture)$|Capture$/i,ke=0,xe={},sn=0;var J,T,Re,lt,Ne=Object.is,_e=0,gt=[],Pe=[],S=k,ut=S.__b,pt=S.__r,dt=S.diffed,_t=S.__c,ft=S.unmount,$t=S.__;function fe(t,e){S.__h&&S.__h(T,t,_e||e),_e=0;var n=T.__H||(T.__H={__:[],__h:[]});return t>=n.__.length&&n.__.push({}),n.__[t]}function O(t){return _e=1,_n(bt,t)}function _n(t,e,n){var o=fe(J++,2);if(o.t=t,!o.__c&&(o.__=[n?n(e):bt(void 0,e),function(s){var i=(o.__N||o.__)[0],a=o.t(i,s);Ne(i,a)||(o.__N=[a,o.__[1]],o.__c.setState({}))}],o.__c=T,!T.__f)){T.__f=!0;var r=T.shouldComponentUpdate;T.shouldComponentUpdate=function(s,i,a){var p=this.__H;if(!p)return!0;var _=!1,u=this.props!=s;if(p.__.some(function(f){f.__N&&(_=!0,Ne(f.__[0],f.__N[0])||(u=!0))}),r){var d=r.call(this,s,i,a);return _?d||u:d}return!_||u}}return o.__}function P(t,e){var n=fe(J++,3);!S.__s&&je(n.__H,e)&&(n.__P=!0,n.__=t,n.u=e,T.__H.__h.push(n))}function He(t,e){var n=fe(J++,4);!S.__s&&je(n.__H,e)&&(n.__P=!1,n.__=t,n.u=e,T.__h.push(n))}function I(t){return _e=5,vt(function(){return{current:t}},[])}function vt(t,e){var n=fe(J++,7);return je(n.__H,e)&&(n.__=t(),n.__H=e),n.__}function fn(){var t;do{for(;t=Pe.shift();)try{te(t)}catch(n){S.__e(n,{__:(t=t.__P)&&t.__v})}for(;t=gt.shift();){var e=t.__H;if(t.__P&&e)try{e.__h.some(te),e.__h.some(qe),e.__h=[]}catch(n){e.__h=[],S.__e(n,t.__v)}}}while(Pe.length)}S.__b=function(t){T=null,ut&&ut(t)},S.__=function(t,e){t&&e.__k&&e.__k.__m&&(t.__m=e.__k.__m),$t&&$t(t,e)},S.__r=function(t){pt&&pt(t),J=0;var e=(T=t.__c).__H;e&&(Re==T?T.__h=[]:(e.__h.some(te),e.__h.some(qe),J=0),e.__h=[],e.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})),Re=T},S.diffed=function(t){dt&&dt(t);var e=t.__c;e&&e.__H&&(e.__H.__h.length&&ht(gt.push(e)),e.__H.__.some(function(n){n.u&&(n.__H=n.u)})),Re=T=null},S.__c=function(t,e){e.some(function(n){try{n.__h.some(te),n.__h=n.__h.filter(function(o){return!o.__||qe(o)})}catch(o){n.__h=[function(){throw o}]}}),_t&&_t(t,e)},S.unmount=function(t){ft&&ft(t);var e,n,o=t.__c;o&&o.__H&&(o.__H.__.some(function(r){try{if(r.__P&&r.__c){if(n===void 0){for(n=t.__;n&&(!n.__c||!n.__c.__P);)n=n.__;n=n&&n.__c}r.__P=n,ht(Pe.push(r))}else te(r)}catch(s){e=s}}),o.__H=void 0,e&&S.__e(e,o.__v))};var mt=typeof requestAnimationFrame=="function";function $n(t){var e,n=function(){clearTimeout(o),mt&&cancelAnimationFrame(e),setTimeout(t)},o=setTimeout(n,35);mt&&(e=requestAnimationFrame(n))}function ht(t){t!=1&&lt==S.requestAnimationFrame||((lt=S.requestAnimationFrame)||$n)(fn)}function te(t){var e=T,n=t.__c;typeof n=="function"&&(t.__c=void 0,n()),T=e}function qe(t){var e=T;t.__c=t.__(),T=e}function je(t,e){return!t||t.length!=e.length||e.some(function(n,o){return!Ne(n,t[o])})}function bt(t,e){return typeof e=="function"?e(t):e}var wt=function(t,e,n,o){var r;e[0]=0;for(var s=1;s<e.length;s++){var i=e[s++],a=e[s]?(e[0]|=i?1:2,n[e[s++]]):e[++s];i===3?o[0]=a:i===4?o[1]=Object.assign(o[1]||{},a):i===5?(o[1]=o[1]||{})[e[++s]]=a:i===6?o[1][e[++s]]+=a+"":i?(r=t.apply(a,wt(t,a,n,["",null])),o.push(r),a[0]?e[0]|=2:(e[s-2]=0,e[s]=r)):o.push(a)}return o},yt=new Map;function xt(t){var e=yt.get(this);return e||(e=new Map,yt.set(this,e)),(e=wt(this,e.get(t)||(e.set(t,e=(function(n){for(var o,r,s=1,i="",a="",p=[0],_=function(f){s===1&&(f||(i=i.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?p.push(0,f,i):s===3&&(f||i)?(p.push(3,f,i),s=2):s===2&&i==="..."&&f?p.push(4,f,0):s===2&&i&&!f?p.push(5,0,!0,i):s>=5&&((i||!f&&s===5)&&(p.push(s,0,i,r),s=6),f&&(p.push(s,f,0,r),s=6)),i=""},u=0;u<n.length;u++){u&&(s===1&&_(),_(u));for(var d=0;d<n[u].length;d++)o=n[u][d],s===1?o==="<"?(_(),p=[p],s=3):i+=o:s===4?i==="--"&&o===">"?(s=1,i=""):i=o+i[0]:a?o===a?a="":i+=o:o==='"'||o==="'"?a=o:o===">"?(_(),s=1):s&&(o==="="?(s=5,r=i,i=""):o==="/"&&(s<5||n[u][d+1]===">")?(_(),s===3&&(p=p[0]),s=p,(p=p[0]).push(2,0,s),s=0):o===" "||o==="\t"||o===`
`||o==="\r"?(_(),s=2):i+=o),s===3&&i==="!--"&&(s=4,p=p[0])}return _(),p})(t)),e),arguments,[])).length>1?e:e[0]}var c=xt.bind(nt);function Ae(t){let e=t,n=new Set;return{get:()=>e,change(o){e={...e,...o};for(let r of n)r()},follow(o){return n.add(o),()=>n.delete(o)}}}function Be(t){let[,e]=O(0);return P(()=>t.follow(()=>e(n=>n+1)),[t]),t.get()}function kt(t,e,{delay:n=0,isFresh:o=!1}={}){let[r,s]=O({});return P(()=>{let i=!1;if(o&&s({}),!t)return;let a=()=>t().then(_=>i||s({value:_}),({message:_})=>i||s({problem:_})),p=n>0?setTimeout(a,n):a();return()=>{i=!0,n>0&&clearTimeout(p)}},e),r}var De=Ae({text:"",bad:!1}),St;function Fe(t,e=!1){De.change({text:t,bad:e}),clearTimeout(St),St=setTimeout(()=>De.change({text:""}),e?12e3:5e3)}var Ct=Ae({question:null});function Tt(){let{text:t,bad:e}=Be(De),{question:n}=Be(Ct);return c`<div role="status">
      ${t!==""&&c`<p class=${e?"notice bad":"notice"}><span>${t}</span> <button aria-label="Close this message" onClick=${()=>Fe("")}>✕</button></p>`}
    </div>
    ${n!==null&&c`<${mn} ...${n} />`}`}function mn({title:t,text:e,yes:n,act:o}){let r=()=>Ct.change({question:null});return c`<${gn} title=${t} close=${r}>
    <p>${e}</p>
    <p class="buttons">
      <button class="danger" onClick=${()=>{r(),o()}}>${n}</button>
      <button onClick=${r} autofocus>Cancel</button>
    </p>
  <//>`}async function hn(t,e){try{let n=await t();return e!==void 0&&Fe(e),n}catch(n){Fe(n.message,!0);return}}function gn({title:t,close:e,children:n}){let o=I(null);return P(()=>(o.current.showModal(),()=>o.current?.close()),[]),c`<dialog ref=${o} aria-labelledby="dialog-title" onCancel=${e} onClose=${e}>
    <h2 id="dialog-title">${t}</h2>
    ${n}
  </dialog>`}var Ot=(t,e="Copied.")=>hn(()=>navigator.clipboard.writeText(t),e);function Et(){let[t="",e=""]=location.hash.replace(/^#\/?/,"").split(/\?(.*)/s);return{parts:t.split("/").filter(Boolean).map(vn),query:Object.fromEntries(new URLSearchParams(e))}}function Ie(t,e={}){let n=Object.entries(e).filter(([,r])=>r!=null&&r!==""),o=new URLSearchParams(n.map(([r,s])=>[r,String(s)])).toString();return`#/${t.map(encodeURIComponent).join("/")}${o===""?"":`?${o}`}`}function Mt(t,e={},{replace:n=!1}={}){let o=Ie(t,e);o!==location.hash&&(n?(history.replaceState(null,"",o),dispatchEvent(new HashChangeEvent("hashchange"))):location.hash=o)}function Rt(){let[t,e]=O(Et);return P(()=>{let n=()=>e(Et());return addEventListener("hashchange",n),()=>removeEventListener("hashchange",n)},[]),t}function vn(t){try{return decodeURIComponent(t)}catch{return t}}var bn=new RegExp("[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\ufff9-\\ufffb]","g");function b(t){return String(t).replace(bn,e=>`\\u${e.charCodeAt(0).toString(16).padStart(4,"0")}`)}var yn=new Intl.NumberFormat("en-US");function ne(t){return t==null?"\u2013":yn.format(t).replace("-","\u2212")}function x(t,e){return`${ne(t)} ${e}${t===1?"":"s"}`}var R=t=>t[0].toUpperCase()+t.slice(1);function $e(t){return t<1024?`${t} B`:t<1<<20?`${(t/1024).toFixed(1)} KiB`:`${(t/(1<<20)).toFixed(1)} MiB`}var Nt=t=>`${t.slice(0,10)} ${t.slice(11,19)}`,Pt=(t="")=>t.toLowerCase().split(/\s+/).filter(Boolean);function me({facts:t}){return c`<dl>
    ${t.map(e=>e&&c`<dt>${e[0]}</dt><dd>${e[1]}</dd>`)}
  </dl>`}function he({status:t,failure:e="lost"}){return c`<span class=${`status ${t===null?"lost":`s${String(t)[0]}`}`}>${t??e}</span>`}function Ue({headers:t={}}){let e=Object.entries(t);return c`<details>
    <summary class="quiet">Headers (${e.length})</summary>
    <dl class="headers">
      ${e.map(([n,o])=>c`<dt>${b(n)}</dt><dd>${o===null?c`<span class="quiet">not recorded</span>`:b(o)}</dd>`)}
    </dl>
  </details>`}function Le({left:t,words:e=t,show:n}){return t>0&&c`<button onClick=${n}>Show more (${e} left)</button>`}function G({title:t,label:e,opened:n,children:o}){return c`<div class=${n?"split opened":"split"}>
    <h1 class="unseen">${t}</h1>
    <section class="list" aria-label=${e}>${o}</section>
    ${n}
  </div>`}function K({what:t,title:e,close:n,children:o}){return c`<section class="one" aria-labelledby="one-title" onKeyDown=${r=>r.key==="Escape"&&n()}>
    <div class="one-head">
      <h2 id="one-title" tabindex="-1">${e}</h2>
      <button onClick=${n} aria-label=${`Close this ${t}`}>Close</button>
    </div>
    ${o}
  </section>`}var qt=()=>document.getElementById("one-title")?.focus();function Ht({text:t,label:e}){return c`<div class="copyable">
    <button class="copy" onClick=${()=>Ot(t)} aria-label=${`Copy ${e}`}>Copy</button>
    <pre tabindex="0" role="region" aria-label=${e}>${t}</pre>
  </div>`}function E({text:t}){return t.split("`").map((e,n)=>n%2===1?c`<code>${e}</code>`:e)}var jt=20,We=2e4,At=80,wn=2<<20;function Ve({text:t,length:e,label:n,marks:o={},open:r=3,pick:s}){if(t==null){let a=e>0?`${$e(e)}, not kept`:t===null?"No body":"The body was not kept";return c`<p class="quiet">${a}.</p>`}if(t==="")return c`<p class="quiet">An empty body.</p>`;if(t.length>wn)return c`<p class="quiet">
        A body of ${x(t.length,"character")} is too long to fold as JSON. This is its beginning, as text.
      </p>
      <${Bt} text=${t} label=${n} />`;let i=xn(t);return i===void 0?c`<${Bt} text=${t} label=${n} />`:c`<div class="json" role="group" aria-label=${n}>
    <${Dt} value=${i} at="" marks=${o} open=${r} pick=${s} />
  </div>`}function xn(t){try{return JSON.parse(t)}catch{return}}function Bt({text:t,label:e}){let[n,o]=O(We),r=t.length-n;return c`<pre class="text" tabindex="0" role="region" aria-label=${e}>
${b(t.slice(0,n))}</pre>
    <${Le}
      left=${r}
      words=${x(r,"character")}
      show=${()=>o(n+10*We)}
    />`}function Dt({name:t,value:e,at:n,marks:o,open:r,pick:s}){let i=o[n],a=i!==void 0,p=t===void 0?"":c`<span class="key">${b(t)}</span>: `,_=a&&c` <span class="mark-note">${b(i)}</span>`;return e===null||typeof e!="object"?c`<div class=${a?"leaf marked":"leaf"}>
      ${p}<${Sn} value=${e} pick=${s&&(()=>s(n,e))} />${_}
    </div>`:c`<${kn} ...${{value:e,at:n,marks:o,open:r,pick:s,keyPart:p,note:_,isMarked:a}} />`}function kn({value:t,at:e,marks:n,open:o,pick:r,keyPart:s,note:i,isMarked:a}){let p=Object.keys(n).some($=>$.startsWith(`${e}/`)),[_,u]=O(o>0||p),[d,f]=O(jt),l=Object.entries(t),m=Array.isArray(t),y=m?x(l.length,"item"):x(l.length,"member");if(l.length===0)return c`<div class=${a?"leaf marked":"leaf"}>
      ${s}${m?"[]":"{}"}${i}
    </div>`;let[v,h]=m?"[]":"{}";return c`<details open=${_} onToggle=${$=>u($.currentTarget.open)} class=${a?"marked":""}>
    <summary>
      ${s}${v}${!_&&c`<span class="quiet"> ${Cn(t)} ${y} </span>${h}`}${i}
    </summary>
    ${_&&c`<div class="inside">
          ${l.slice(0,d).map(([$,g])=>c`<${Dt}
                  key=${$}
                  name=${m?void 0:$}
                  value=${g}
                  at=${`${e}/${$.replaceAll("~","~0").replaceAll("/","~1")}`}
                  marks=${n}
                  open=${o-1}
                  pick=${r}
                />`)}
          <${Le} left=${l.length-d} show=${()=>f(d+10*jt)} />
        </div>
        ${h}`}
  </details>`}function Sn({value:t,pick:e}){let[n,o]=O(600),r=(s,i)=>e===void 0?c`<span class=${s}>${i}</span>`:c`<button class=${`value ${s}`} title="Add a check for this value" onClick=${e}>${i}</button>`;return typeof t!="string"?r("other",String(t)):c`${r("string",`"${b(t.slice(0,n))}"`)}${t.length>n&&c` <button onClick=${()=>o(n+We)}>
        …${t.length-n} more
      </button>`}`}function Cn(t){if(Array.isArray(t)&&t.length<=3&&t.every(o=>typeof o!="object")){let o=t.map(r=>JSON.stringify(r)).join(", ");if(o.length<=At)return`${b(o)} \xB7 `}let n=["Title","Job Title","title","name","Company","label","detail","message","msg"].map(o=>t[o]).find(o=>typeof o=="string");return n===void 0?"":`${b(n.slice(0,At))} \xB7 `}function ge(t){let e=new Map;for(let{marks:n}of t)for(let[o,r]of Object.entries(n))e.set(o,new Set([...e.get(o)??[],r]));return Object.fromEntries([...e].map(([n,o])=>[n,[...o].join(" \xB7 ")]))}function U({source:t,run:e,id:n,open:o=!1,marks:r={}}){let[s,i]=O(o),a=I(!1);a.current||=s;let p=e.exchanges.find(d=>d.id===n),{value:_,problem:u}=kt(a.current&&(()=>t.bodies(n)),[a.current,n]);return p===void 0?c`<p class="quiet">Exchange #${n} is not in this report.</p>`:c`<details class="exchange" open=${s} onToggle=${d=>i(d.currentTarget.open)} id=${`exchange-${n}`}>
    <summary>
      <span class="quiet">#${n}</span> <code>${p.method} ${b(Tn(p.url,e.target))}</code>${" "}
      <${he} ...${p} />${" "}
      <span class="quiet">${[p.operation,p.account==="none"?"no key":`account ${p.account}`,b(p.note),p.ms!==null&&`${p.ms} ms`].filter(Boolean).join(", ")}</span>
    </summary>
    ${u!==void 0&&c`<p class="bad">${u}</p>`}
    ${s&&(_?c`<${On} exchange=${_} marks=${r} pick=${t.pick?.(p)} />`:u===void 0&&c`<p class="quiet">Reading…</p>`)}
  </details>`}var Tn=(t,e)=>t.startsWith(e)?t.slice(e.length):t;function On({exchange:t,marks:e,pick:n}){let{id:o,request:r,response:s,failure:i}=t;return c`<div class="sides">
    <div>
      <b>Request</b>
      <${Ue} headers=${r.headers} />
      <${Ve} text=${r.bodyText} label=${`Body of request #${o}`} />
    </div>
    <div>
      <b>Answer</b>
      ${s===null?c`<p class="bad">${i}</p>`:c`<${Ue} headers=${s.headers} />
            ${s.bodyCut!==void 0&&c`<p class="quiet">The beginning of ${$e(s.bodyCut)}.</p>`}
            <${Ve} text=${s.bodyText} marks=${e} pick=${n} label=${`Body of answer #${o}`} />`}
    </div>
  </div>`}function En({label:t,text:e,change:n,class:o,...r}){return c`<label class=${o}>
    ${t}
    <input value=${e} onInput=${s=>n(s.currentTarget.value)} ...${r} />
  </label>`}function Ft({label:t,options:e,value:n,change:o,name:r,class:s}){return c`<label class=${s}>
    ${t}
    <select name=${r} onChange=${i=>o?.(i.currentTarget.value)}>
      ${e.map(([i,a])=>c`<option key=${i} value=${i} selected=${i===n}>${a}</option>`)}
    </select>
  </label>`}function Mn({send:t,children:e,...n}){return c`<form onSubmit=${r=>{r.preventDefault(),t(r.currentTarget)}} ...${n}>${e}</form>`}function It({text:t="",hint:e,change:n,label:o,children:r}){return c`<${Mn} class="filters" role="search" aria-label=${o} send=${()=>{}}>
    <${En} class="wide-label" label="Search" type="search" placeholder=${e} text=${t} change=${n} />
    ${r}
  <//>`}function Q(t,{text:e,verdict:n},o){let r=Pt(e);return t.filter(s=>{let i=r.length===0?"":o(s).toLowerCase();return(n===void 0||s.verdict===n)&&r.every(a=>i.includes(a))})}function X({run:t,query:e,verdicts:n=[],change:o,hint:r}){let s=Object.keys(t.words).filter(p=>n.includes(p)||p===e.verdict),i=(p,_)=>o({...e,[p]:_===""?void 0:_}),a=[["","all"],...s.map(p=>[p,t.words[p].word])];return c`<${It} text=${e.text} hint=${r} change=${p=>i("text",p)}>
    ${s.length>0&&c`<${Ft} label="Verdict" options=${a} value=${e.verdict} change=${p=>i("verdict",p)} />`}
  <//>`}function N({words:t,verdict:e,text:n}){let{mark:o,word:r}=t[e];return c`<span class=${`badge ${e}`}><span aria-hidden="true">${o}</span> ${n??r}</span>`}var Ut=["not-applicable","not-met","unknown"];function ve(t){return Object.keys(t).toSorted((e,n)=>Ut.indexOf(e)-Ut.indexOf(n))}function Lt(t,e){return ve(t).find(n=>e.includes(n))}function oe({words:t,verdicts:e}){let n=new Map(ve(t).map(o=>[o,0]));for(let o of e)n.set(o,n.get(o)+1);return[...n].filter(([,o])=>o>0).map(([o,r])=>c`<${N} key=${o} words=${t} verdict=${o} text=${`${r} ${t[o].word}`} /> `)}var Rn=30;function Wt({source:t,run:e,to:n,change:o,parts:r,query:s}){let[i]=r,a=({group:l,pairs:m})=>(s.section===void 0||l===s.section)&&(s.operation===void 0||m.some(({operation:y})=>y===s.operation)),p=({id:l,title:m,text:y,reason:v})=>`${l} ${m} ${y} ${v}`,_=Q(e.clauses.filter(a),s,p),u=e.clauses.find(({id:l})=>l===i),d=`${R(e.terms.clause)}s`,f=u&&c`<${Nn} key=${i} ...${{source:t,run:e,clause:u,to:n,close:()=>o([],s)}} />`;return c`<${G} title=${d} label=${`${d} by section`} opened=${f}>
      <${X} ...${{run:e,query:s,verdicts:e.clauses.map(({verdict:l})=>l),change:l=>o(r,l,{replace:!0}),hint:"a word, an id"}} />
      <p class="counts"><span>${x(_.length,e.terms.clause)} <${oe} words=${e.words} verdicts=${_.map(({verdict:l})=>l)} /></span>${s.section!==void 0&&c` <a href=${n("clauses",r)}>Show all, not only ${[`section ${s.section}`,s.operation].filter(Boolean).join(" on ")}</a>`}</p>
      <div class="sections" tabindex="0" role="region" aria-label="Sections">
        ${e.sections.map(({id:l,title:m})=>{let y=_.filter(({group:h})=>h===l),v=_.length<=Rn||y.some(h=>h.verdict==="fail"||h.id===i);return y.length>0&&c`<details key=${l} open=${v}>
              <summary><strong>${m}</strong> <${oe} words=${e.words} verdicts=${y.map(({verdict:h})=>h)} /></summary>
              <ul class="clause-list">
                ${y.map(h=>c`<li key=${h.id}>
                    <a href=${n("clauses",[h.id],s)} aria-current=${h.id===i?"true":void 0}>
                      <${N} words=${e.words} verdict=${h.verdict} /> <b>${h.id}</b> <span><${E} text=${h.title} /></span>
                    </a>
                  </li>`)}
              </ul>
            </details>`})}
      </div>
  <//>`}function Nn({source:t,run:e,clause:n,to:o,close:r}){let s=n.evidence.map(a=>e.judgements[a]),i=c`${n.id} <${N} words=${e.words} verdict=${n.verdict} />`;return c`<${K} what=${e.terms.clause} title=${i} close=${r}>
    <p><strong><${E} text=${n.title} /></strong></p>
    <p><${E} text=${n.text} /></p>
    <p class="quiet">${n.level}, section ${n.section}. ${n.why}</p>
    ${n.reason!==""&&c`<p>${b(n.reason)}</p>`}
    <${ze} clause=${n} />
    ${n.pairs.length>0&&c`<h3>On each operation</h3><${qn} run=${e} pairs=${n.pairs} />`}
    <h3>Evidence</h3>
    ${s.length===0&&c`<p class="quiet">There is none.</p>`}
    ${s.map(a=>c`<div>
        <p>
          <span class=${a.verdict==="pass"?"good":"bad"}>${a.verdict==="pass"?"\u2713 held":"\u2717 broken"}</span>
          <span> ${a.verdict==="fail"&&`${b(a.expected)}; `}${b(a.actual)}</span>${" "}
          <span class="quiet">(${a.by})</span>
        </p>
        ${a.exchanges.slice(-1).map(p=>c`<${U} ...${{source:t,run:e,id:p,marks:a.marks}} />`)}
      </div>`)}
    ${n.scenarios.length+n.oracles.length>0&&c`<${Pn} run=${e} clause=${n} to=${o} />`}
  <//>`}function ze({clause:{instead:t,page:e}}){return t===""?null:c`<p><strong>Instead:</strong> <${E} text=${t} />${e!==""&&c` <a href=${e} rel="noreferrer">The page of this rule</a>`}</p>`}function Pn({run:t,clause:e,to:n}){return c`<h3>Checked by</h3>
    <p>
      ${e.scenarios.map(o=>t.scenarios.some(r=>r.id===o)?c`<a href=${n("scenarios",o.split("/"))}>${o}</a>, `:c`${o}, `)}
      ${e.oracles.map(o=>c`<span class="quiet">oracle ${o} </span>`)}
    </p>`}function qn({run:t,pairs:e}){return c`<table>
    <tbody>
      ${e.map(({operation:n,verdict:o,reason:r})=>c`<tr>
          <th scope="row">${n}</th><td><${N} words=${t.words} verdict=${o} /></td><td class="quiet">${b(r)}</td>
        </tr>`)}
    </tbody>
  </table>`}var Hn=10,jn=4;function zt({source:t,run:e,to:n}){return c`<div class="narrow">
    <h1 class="unseen">Failures</h1>
    ${e.failures.length===0&&c`<p class="nothing">Nothing was observed to be broken. <a href=${n(e.scenarios.length>0?"scenarios":"clauses")}>What was checked</a></p>`}
    ${e.failures.map(({title:o,causes:r})=>c`<section>
        <h2>${o}</h2>
        ${r.map(s=>c`<${An} ...${{source:t,run:e,cause:s,to:n}} />`)}
      </section>`)}
  </div>`}function An({source:t,run:e,cause:n,to:o}){let[r,...s]=n.broken.map(i=>c`<${Bn} key=${i.id} ...${{source:t,run:e,broken:i,to:o}} />`);return c`<article class="card">
    ${r}
    ${n.common!==""&&c`<p class="quiet">${n.common}</p>`}
    ${s.length>0&&c`<details>
      <summary>Probably the same cause: ${n.broken.slice(1).map(({id:i})=>i).join(", ")}</summary>
      ${s}
    </details>`}
  </article>`}function Bn({source:t,run:e,broken:{id:n,findings:o},to:r}){let s=e.clauses.find(p=>p.id===n),[i,...a]=o.slice(0,Hn);return c`<div>
    <h3><a class="tag clause" href=${r("clauses",[n])}>${n}</a> <${E} text=${s.title} /></h3>
    <p><${E} text=${s.text} /></p>
    <p class="quiet">
      ${s.level}, section ${s.section}; ${x(s.failures,"time")} broken, ${x(s.passes,"time")} observed to hold
    </p>
    ${s.reason!==""&&c`<p>${s.reason}</p>`}
    <${ze} clause=${s} />
    <${Vt} ...${{source:t,run:e,clause:s,found:i,to:r}} />
    ${a.length>0&&c`<details>
      <summary>${x(o.length-1,"more finding")}</summary>
      ${a.map(p=>c`<${Vt} ...${{source:t,run:e,clause:s,found:p,to:r}} />`)}
    </details>`}
  </div>`}function Vt({source:t,run:e,clause:n,found:{place:o,alike:r},to:s}){let i=e.judgements[o],a=i.exchanges.slice(-jn),p=[["Expected",i.expected],["Actual",r===""?i.actual:`${i.actual} (${r})`],["Why it matters",n.why],["Found by",i.by],i.kind!==void 0&&["Kind",i.kind],i.known!==null&&["Baseline",`known, does not count: ${i.known}`]],_=e.scenarios.some(({id:u})=>u===i.scenario);return c`<div class="finding">
    <${me} facts=${p} />
    ${_&&c`<p><a class="button" href=${s("scenarios",[i.scenario])}>The whole chain of ${i.scenario}</a></p>`}
    ${a.map((u,d)=>c`<${U} key=${u} ...${{source:t,run:e,id:u,open:d===a.length-1,marks:d===a.length-1?i.marks:{}}} />`)}
    ${i.again&&c`<details>
      <summary>Commands that reproduce it</summary>
      <${Ht} label="commands" text=${[i.again.command,...i.again.curl].join(`
`)} />
    </details>`}
  </div>`}function Jt({run:t,to:e}){let n=[...t.readings].sort((o,r)=>+(r.seen.length>0)-+(o.seen.length>0));return c`<div class="narrow">
    <h1>More of this run</h1>
    ${t.lists.map(({title:o,lines:r})=>c`<section><h2>${b(o)}</h2><ul>${r.map(s=>c`<li>${b(s)}</li>`)}</ul></section>`)}
    ${n.length>0&&c`<${Dn} readings=${n} to=${e} />`}
  </div>`}function Dn({readings:t,to:e}){return c`<section>
    <h2>Readings</h2>
    <dl class="readings">
      ${t.map(({id:n,question:o,seen:r,inconsistent:s})=>c`<dt><code>${n}</code></dt>
          <dd>
            <${E} text=${o} />
            ${r.map(({choice:i,text:a,exchanges:p})=>c`<div>
                <code>${i}</code> <${E} text=${a} /> ${p.map(_=>c`<a href=${e("requests",[_])}>#${_}</a> `)}
              </div>`)}
            ${r.length===0&&c`<div class="quiet">not observed</div>`} ${s&&c`<span class="tag warn">not always the same</span>`}
          </dd>`)}
    </dl>
  </section>`}var se=720,q=120,Fn=18,In=90,Gt=t=>t.reduce((e,n)=>e+n,0);function Qt({run:t}){let{sliceMs:e,requests:n,refused:o,credits:r}=t.timeline,s=Math.max(1,...n),i=r.at(-1),a=se/n.length,p=f=>f*a,_=f=>f.flatMap((l,m)=>{let y=l/s*q;return l===0?[]:c`<rect x=${p(m)} y=${q-y} width=${a} height=${y} />`}),u=r.map((f,l)=>`${p(l+1)},${q-f/Math.max(1,i)*q}`).join(" "),d=`${x(Gt(n),"request")} in ${Kt(e*n.length)}, ${x(i,"credit")}, ${x(Gt(o),"answer")} with 429`;return c`<section>
    <h2>Requests and credits over time</h2>
    <figure class="curve">
      <svg viewBox=${`0 0 ${se+In} ${q+Fn}`} shape-rendering="crispEdges" role="img" aria-label=${d}>
        ${n.map((f,l)=>f===0&&c`<rect class="wait" x=${p(l)} y="0" width=${a} height=${q} />`)}
        <g class="requests">${_(n)}</g>
        <g class="refused">${_(o)}</g>
        ${i>0&&c`<polyline points=${`0,${q} ${u}`} />`}
        <line class="axis" x1="0" y1=${q} x2=${se} y2=${q} />
        ${[0,.5,1].map(f=>c`<text x=${f*se} y=${q+14} text-anchor=${["start","middle","end"][f*2]}>${Kt(f*e*n.length)}</text>`)}
        ${i>0&&c`<text x=${se+4} y="11">${i} credits</text>`}
      </svg>
      <figcaption>
        ${d}. Bars are requests, red ones were answered with 429${i>0&&", the line is credits"}. In shaded spans no
        request was sent.
      </figcaption>
    </figure>
  </section>`}function Kt(t){let e=t<1e4?Math.round(t/100)/10:Math.round(t/1e3);return e<60?`${e} s`:`${Math.floor(e/60)} min ${e%60} s`}function Xt({run:t,to:e}){return c`<div class="narrow">
    <h1 class="unseen">Overview</h1>
    ${t.failures.length===0&&c`<p class="nothing">Nothing was observed to be broken.</p>`}
    ${t.failures.map(({title:n,causes:o})=>c`<section>
        <h2>${n}</h2>
        <ul class="plain">
          ${o.map(r=>c`<${Un} run=${t} cause=${r} to=${e} />`)}
        </ul>
      </section>`)}
    <${Wn} run=${t} to=${e} />
    ${t.timeline!==null&&c`<${Qt} run=${t} />`}
    <${zn} run=${t} to=${e} />
  </div>`}function Un({run:t,cause:{common:e,broken:n},to:o}){let[r,...s]=n,{text:i}=t.clauses.find(({id:a})=>a===r.id);return c`<li>
    <a class="tag clause" href=${o("clauses",[r.id])}>${r.id}</a> <${E} text=${i} />
    <span class="quiet"> ${e}</span>
    ${s.length>0&&c`<div class="quiet">
        Probably the same cause: ${s.map(({id:a})=>c`<a href=${o("clauses",[a])}>${a}</a> `)}
      </div>`}
  </li>`}function Ln({label:t,first:e="",operations:n,rows:o}){return c`<div class="wide" tabindex="0" role="region" aria-label=${t}>
    <table class="map">
      ${n.length>0&&c`<thead>
        <tr><${e?"th":"td"} scope=${e?"col":void 0}>${e}<//>${n.map(r=>c`<th scope="col"><span>${r}</span></th>`)}</tr>
      </thead>`}
      <tbody>
        ${o.map(([r,...s])=>c`<tr><th scope="row">${r}</th>${s}</tr>`)}
      </tbody>
    </table>
  </div>`}function Wn({run:t,to:e}){let{operations:n}=t,o=new Set(t.clauses.flatMap(({verdict:i,pairs:a})=>[i,...a.map(p=>p.verdict)])),s=t.sections.filter(({id:i})=>t.clauses.some(({group:a})=>a===i)).map(({id:i,title:a})=>{let p=t.clauses.filter(({group:u})=>u===i),_=p.filter(({pairs:u})=>u.length===0);return[a,...n.map(u=>c`<td><${Vn} ...${{run:t,to:e,clauses:p,section:i,operation:u}} /></td>`),_.length>0&&c`<td colspan=${Math.max(1,n.length)}>
        ${_.map(u=>c`<a class=${`cell ${u.verdict}`} href=${e("clauses",[u.id])} title=${`${u.id} ${u.title}: ${t.words[u.verdict].word}`}>${u.id.replace("CLI-","")}</a>`)}
      </td>`]});return c`<section>
    <h2>${R(t.terms.clause)}s by section${n.length>0&&" and operation"}</h2>
    <${Ln} label="Verdicts by section" first="Section" operations=${n} rows=${s} />
    <p class="legend">${Object.entries(t.words).filter(([i])=>o.has(i)).map(([i,{word:a}])=>c`<span><span class=${`cell ${i}`} aria-hidden="true"></span> ${a}</span>`)}</p>
  </section>`}function Vn({run:t,to:e,clauses:n,section:o,operation:r}){let s=n.flatMap(_=>_.pairs.filter(u=>u.operation===r));if(s.length===0)return null;let i=Lt(t.words,s.map(({verdict:_})=>_)),a=s.filter(({verdict:_})=>_===i).length,p=`${o} on ${r}: ${a} of ${x(s.length,t.terms.clause)} ${t.words[i].word}`;return c`<a class=${`cell ${i}`} href=${e("clauses",[],{section:o,operation:r})} title=${p} aria-label=${p}>${a}</a>`}function zn({run:t,to:e}){if(t.unchecked.length===0)return null;let n=r=>r.split(" ")[0],o=r=>t.clauses.some(({id:s})=>s===n(r))?c`<a href=${e("clauses",[n(r)])}>${r}</a>; `:c`<a href=${e("scenarios",r.split("/"))}>${r}</a>; `;return c`<section>
    <h2>Not checked, and why</h2>
    <ul class="plain">
      ${t.unchecked.map(({verdict:r,reason:s,pairs:i,printed:a})=>c`<li>
          <${N} words=${t.words} verdict=${r} /> ${b(s)}
          <details>
            <summary class="quiet">${ne(new Set(i.map(n)).size)} affected</summary>
            ${i.map(o)} ${a.map(p=>c`<pre class="text">${p}</pre>`)}
          </details>
        </li>`)}
    </ul>
  </section>`}var Yt=6,H=34;function be({label:t,columns:e,rows:n,selected:o,select:r}){let s=I(null),[i,a]=O(0),[p,_]=O(600),u=I(void 0);P(()=>{let $=s.current,g=()=>_($.clientHeight),C=new ResizeObserver(g);return C.observe($),g(),()=>C.disconnect()},[]),He(()=>{let $=n.findIndex(({id:g})=>g===u.current);u.current=n[0]?.id,$>0&&i>H/2&&(s.current.scrollTop+=$*H)},[n]);let d=n.length,f=Math.min(d,Math.max(0,Math.floor(i/H)-Yt)),l=Math.min(d,Math.ceil((i+p)/H)+Yt),m=[];for(let $=f;$<l;$+=1)m.push({i:$,row:n[$]});let y=()=>n.findIndex(({id:$})=>$===o),v=$=>{let g=Math.max(0,Math.min(d-1,$));if(d===0)return;r(n[g]);let C=s.current,Y=C.firstElementChild.offsetHeight,j=g*H;j<C.scrollTop?C.scrollTop=j:j+H>C.scrollTop+C.clientHeight-Y&&(C.scrollTop=j+H-C.clientHeight+Y)},h=$=>{let g=Math.max(1,Math.floor(p/H)-1),C={ArrowDown:1,ArrowUp:-1,PageDown:g,PageUp:-g};if($.key in C)v(y()+C[$.key]);else if($.key==="Home")v(0);else if($.key==="End")v(d-1);else if($.key==="Enter"&&o!==void 0)qt();else return;$.preventDefault()},w=m.some(({row:$})=>$.id===o);return c`<div
    class="rows"
    role="grid"
    tabindex="0"
    ref=${s}
    aria-label=${t}
    aria-rowcount=${d+1}
    aria-colcount=${e.length}
    aria-activedescendant=${w?`row-${o}`:void 0}
    onScroll=${$=>a($.currentTarget.scrollTop)}
    onKeyDown=${h}
  >
    <div class="row head" role="row" aria-rowindex="1">
      ${e.map($=>c`<div role="columnheader" class=${$.class}>${$.title}</div>`)}
    </div>
    <div class="all" role="presentation" style=${{height:`${d*H}px`}}>
      <div role="presentation" class="drawn" style=${{transform:`translateY(${f*H}px)`}}>
        ${m.map(({i:$,row:g})=>c`<div
            key=${g.id}
            id=${`row-${g.id}`}
            role="row"
            aria-rowindex=${$+2}
            aria-selected=${g.id===o}
            class=${g.id===o?"row selected":"row"}
            onClick=${()=>r(g)}
          >
            ${e.map(C=>c`<div role="gridcell" class=${C.class}>${C.cell(g)}</div>`)}
          </div>`)}
      </div>
    </div>
  </div>`}var Jn=({words:t,terms:e})=>[{title:"Verdict",class:"verdict",cell:({verdict:n})=>c`<${N} words=${t} verdict=${n} />`},{title:R(e.scenario),class:"what",cell:({id:n})=>n},{title:"What it shows",class:"noted",cell:({title:n})=>b(n)},{title:"Requests",class:"number",cell:({exchanges:n})=>ne(n.length)}];function Zt({source:t,run:e,to:n,change:o,parts:r,query:s}){let i=r.join("/")||void 0,a=ve(e.words),p=Q(e.scenarios,s,Gn).toSorted((f,l)=>a.indexOf(f.verdict)-a.indexOf(l.verdict)),_=e.scenarios.find(({id:f})=>f===i),u=`${R(e.terms.scenario)}s`,d=i&&c`<${Kn} key=${i} ...${{source:t,run:e,id:i,scenario:_,to:n,close:()=>o([],s)}} />`;return c`<${G} title=${u} label=${`${u} of this run`} opened=${d}>
      <${X} ...${{run:e,query:s,verdicts:e.scenarios.map(({verdict:f})=>f),change:f=>o(r,f,{replace:!0}),hint:`a word, a ${e.terms.clause}`}} />
      <p class="counts"><span>${x(p.length,e.terms.scenario)} <${oe} words=${e.words} verdicts=${p.map(({verdict:f})=>f)} /></span></p>
      <${be}
        label=${u}
        columns=${Jn(e)}
        rows=${p}
        selected=${i}
        select=${f=>o(f.id.split("/"),s,{replace:i!==void 0})}
      />
  <//>`}function Gn({id:t,title:e,description:n,clauses:o,requires:r,reason:s}){return[t,e,n,...o,...r,s].join(" ")}function Kn({source:t,run:e,id:n,scenario:o,to:r,close:s}){if(o===void 0)return c`<section class="one"><p class="bad">There is no ${e.terms.scenario} ${b(n)} in this run.</p></section>`;let i=o.judgements.map(d=>e.judgements[d]),a=new Map;for(let d of i)a.set(d.exchanges.at(-1),[...a.get(d.exchanges.at(-1))??[],d]);let p=i.filter(({exchanges:d})=>!o.exchanges.includes(d.at(-1))),_=e.unevaluated?.[n]??[],u=c`${o.id} <${N} words=${e.words} verdict=${o.verdict} />`;return c`<${K} what=${e.terms.scenario} title=${u} close=${s}>
    <p><strong>${b(o.title)}</strong></p>
    <p class="quiet">${b(o.description)}</p>
    ${t.edit?.(n)&&c`<p><a class="button" href=${t.edit(n)}>Edit a copy</a></p>`}
    ${o.reason!==""&&c`<p class=${o.verdict==="fail"?"bad":""}>${b(o.reason)}</p>`}
    <p>${o.clauses.map(d=>c`<${Yn} ...${{run:e,clause:d,judgements:i,to:r}} /> `)}</p>
    <p class="quiet">
      ${x(o.exchanges.length,"exchange")}, ${x(o.credits,"credit")}, ${o.durationMs} ms;${" "}
      ${x(i.filter(({verdict:d})=>d==="pass").length,"check")} held, ${i.filter(({verdict:d})=>d==="fail").length} did not${_.length>0&&`, ${Qn(_)} not evaluated`}
    </p>
    ${p.length>0&&c`<ul class="checks">${p.map(d=>c`<${ye} found=${d} to=${r} />`)}</ul>`}
    ${o.exchanges.map(d=>{let f=a.get(d)??[],l=f.filter(({verdict:m})=>m==="fail");return c`<div key=${d}>
        <${U} ...${{source:t,run:e,id:d,open:l.length>0,marks:ge(l)}} />
        <ul class="checks">${[...l,...f.filter(({verdict:m})=>m==="pass")].map(m=>c`<${ye} found=${m} to=${r} />`)}</ul>
      </div>`})}
    ${_.length>0&&c`<${Xn} run=${e} left=${_} />`}
  <//>`}var Qn=t=>t.reduce((e,{checks:n})=>e+n.length,0);function Xn({run:t,left:e}){return c`<h3>Not evaluated: the ${t.terms.scenario} ended before</h3>
    <ul class="checks">
      ${e.flatMap(({step:n,checks:o})=>o.map(r=>c`<li class="quiet">– step ${n}: ${b(r)}</li>`))}
    </ul>`}function Yn({run:t,clause:e,judgements:n,to:o}){let r=n.filter(({clauses:p})=>p.includes(e)).map(({verdict:p})=>p),s=r.includes("fail")?"fail":r[0]??"not-applicable",{mark:i,word:a}=s==="not-applicable"?{mark:"\u2013",word:"not evaluated"}:t.words[s];return c`<a class=${`badge ${s}`} href=${o("clauses",[e])} title=${`${e}: ${a} in this ${t.terms.scenario}`}><span aria-hidden="true">${i}</span> ${e}<span class="unseen">: ${a}</span></a>`}function ye({found:t,to:e}){let n=t.verdict==="pass",o=t.clauses.map(r=>c`<a class="tag clause" href=${e("clauses",[r])}>${r}</a> `);return c`<li>
    <span class=${n?"good":"bad"}>${n?"\u2713":"\u2717"}<span class="unseen">${n?"held":"broken"}</span></span> ${o}
    ${b(t.expected)}${!n&&c`<div class="bad">actual: ${b(t.actual)}</div>`}${n&&t.actual!==t.expected&&c`<span class="quiet"> (${b(t.actual)})</span>`}
  </li>`}var Zn=({scenario:t})=>[{title:"Number",class:"number",cell:({id:e})=>e},{title:"Status",class:"code",cell:e=>c`<${he} ...${e} />`},{title:"Request",class:"what",cell:e=>c`<span class="method">${e.method}</span> ${e.operation??b(e.url)}`},{title:R(t),class:"noted",cell:eo}],eo=t=>b([t.scenario,t.note].filter(Boolean).join(", "));function en({source:t,run:e,to:n,change:o,parts:r,query:s}){let i=r[0]===void 0?void 0:Number(r[0]),a=Q(e.exchanges,{text:s.text},to),p=e.exchanges.find(({id:d})=>d===i),_=e.judgements.filter(({exchanges:d})=>d.at(-1)===i&&i!==void 0),u=p&&c`<${K} what="request" title=${`#${i}`} close=${()=>o([],s)}>
      <p>${p.scenario!==""&&c`<a href=${n("scenarios",p.scenario.split("/"))}>${p.scenario}</a>, `}${b(p.note)}</p>
      <ul class="checks">
        ${_.map(d=>c`<${ye} found=${d} to=${n} />`)}
      </ul>
      <${U} key=${i} ...${{source:t,run:e,id:i,open:!0,marks:ge(_.filter(({verdict:d})=>d==="fail"))}} />
    <//>`;return c`<${G} title="Requests" label="Requests of this run" opened=${u}>
      <${X} ...${{run:e,query:s,change:d=>o(r,d,{replace:!0}),hint:`a path, a status, a ${e.terms.scenario}, an account`}} />
      <p class="counts"><span>${x(a.length,"request")}</span></p>
      <${be}
        label="Requests"
        columns=${Zn(e.terms)}
        rows=${a}
        selected=${i}
        select=${d=>o([d.id],s,{replace:i!==void 0})}
      />
  <//>`}function to({id:t,method:e,url:n,status:o,failure:r,operation:s,scenario:i,note:a,account:p}){return`#${t} ${e} ${n} ${o??""} ${r??""} ${s??""} ${i} ${a} ${p}`}var no={conforms:"pass","does-not-conform":"fail",incomplete:"inconclusive",error:"error","nothing-judged":"inconclusive"},tn=[{id:"overview",title:()=>"Overview",view:Xt},{id:"failures",title:()=>"Failures",view:zt},{id:"scenarios",title:({scenario:t})=>`${R(t)}s`,view:Zt},{id:"clauses",title:({clause:t})=>`${R(t)}s`,view:Wt},{id:"requests",title:()=>"Requests",view:en},{id:"notes",title:()=>"More",view:Jt}],oo=({facts:t})=>t.find(([e])=>e==="Took")?.[1]??"",so=({failures:t})=>t.length===0?"scenarios":"overview";function ro({scenarios:t,terms:e}){let n=[...new Set(t.flatMap(({pack:r})=>r??[]))];return n.length===0?"":`${n.length>3?x(n.length,"pack"):n.join(", ")}: ${x(t.length,e.scenario)}`}function nn({source:t,place:e,parts:n,query:o,children:r}){let{run:s}=t,i=s.scenarios.length===0?tn.filter(({id:u})=>u!=="scenarios"):tn,a=i.find(({id:u})=>u===(n[0]??so(s)))??i[0];P(()=>{document.title=`${s.verdictWord}: ${s.target}`},[s]);let p=(u,d=[],f={})=>Ie([...e,u,...d],f),_=(u,d,f)=>Mt([...e,a.id,...u],d,f);return c`<div class="run">
    <section class="run-head" aria-label="Verdict">
      <p class="run-verdict">
        <${N} words=${s.words} verdict=${no[s.verdict]} text=${s.verdictWord} />
        <span>${s.headline}</span>
      </p>
      <details>
        <summary>${[ro(s),s.target,Nt(s.startedAt),oo(s)].filter(u=>u.trim()!=="").join(" \xB7 ")}</summary>
        <ul class="tiles">${s.tiles.map(([u,d])=>c`<li><b>${u}</b> <span>${d}</span></li>`)}</ul>
        <${me} facts=${s.facts} />
      </details>
      <div class="run-bar">
        <nav aria-label="Parts of this run">
          ${i.map(({id:u,title:d})=>c`<a href=${p(u)} aria-current=${u===a.id?"page":void 0}>${d(s.terms)}</a>`)}
        </nav>
        ${r}
      </div>
    </section>
    <${a.view} key=${a.id} ...${{source:t,run:s,to:p,change:_,parts:n.slice(1),query:o}} />
  </div>`}var Je=JSON.parse(document.getElementById("view").textContent),io=[...document.querySelectorAll("script[data-from]")],Ge=new Map;async function ao(t){let e=Uint8Array.from(atob(t.textContent),r=>r.charCodeAt(0)),n=new Blob([e]).stream().pipeThrough(new DecompressionStream("gzip")),o=JSON.parse(await new Response(n).text());return new Map(o.map(r=>[r.id,r]))}async function co(t){let e=io.findLast(({dataset:n})=>Number(n.from)<=t);return Ge.has(e)||Ge.set(e,ao(e)),(await Ge.get(e)).get(t)}function lo(){let{parts:t,query:e}=Rt();return c`<header class="bar"><span class="home">Job Search Service conformance</span><span class="state">${[`kit ${Je.kit}`,Je.startedAt.slice(0,16).replace("T"," ")].filter(Boolean).join(", ")}</span></header>
    <main class="bench"><${nn} source=${{run:Je,bodies:co}} place=${[]} parts=${t} query=${e} /></main>
    <${Tt} />`}var Ke=document.getElementById("run");Ke.replaceChildren();Ke.className="";Me(c`<${lo} />`,Ke);})();
