// Generated from conformance/reports/app/file.js by `npm run generate`; do not edit.

"use strict";(()=>{var x,Xe,nn,B,xe,le,Ye,ie,Ze,Se,ke,on,Z=Symbol.for("pv"),ue={},pe=[],sn=/^m(i|n|o|s|text|space)$/,Ce=Array.isArray,Oe=pe.slice,z=Object.assign;function V(t){t&&t.parentNode&&t.remove()}function et(t,e,n){var o,r,s,i={},c=arguments.length;for(s in e)s=="key"?o=e[s]:s=="ref"&&typeof t!="function"?r=e[s]:i[s]=e[s];return c>2&&(i.children=c>3?Oe.call(arguments,2):n),Y(t,i,o,r,null)}function Y(t,e,n,o,r){var s={type:t,props:e,key:n,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,constructor:Z,__v:r||++Xe,__i:-1,__u:0};return!r&&x.vnode&&x.vnode(s),s}function de(t){return t.children}function ae(t,e){this.props=t,this.context=e,this.__g=0}function D(t,e){if(e==null)return t.__&&D(t.__,t.__i+1);for(var n;e<t.__k.length;e++)if((n=t.__k[e])&&n.__e)return n.__e;return typeof t.type!="function"||t.props.__P?null:D(t)}function rn(t){var e,n=t.__v,o=n.__e,r=[],s=[],i=t.__P;i&&((e=z({constructor:Z},n)).__v=n.__v+1,x.vnode&&x.vnode(e),Te(i,e,n,t.__n,i.namespaceURI,32&n.__u?[o]:null,r,o||D(n),32&n.__u,s),e.__v=n.__v,e.__.__k[e.__i]=e,it(r,e,s),n.__=n.__e=null,e.__e!=o&&tt(e))}function tt(t){if((t=t.__)&&t.__c&&!t.props.__P)return t.__e=null,t.__k.some(function(e){return e&&(t.__e=e.__e)}),tt(t)}function Ke(t){(8&t.__g||(t.__g|=8,B.push(t),le++))&&xe==x.debounceRendering||((xe=x.debounceRendering)||queueMicrotask)(nt)}function nt(){try{for(var t,e=1;B.length;)B.length>e&&B.sort(Ye),t=B.shift(),e=B.length,8&t.__g&&rn(t)}finally{(le=B.length)&&(xe||queueMicrotask)(nt)}}function ot(t,e,n,o,r,s,i,c,p,_,l){var d,f,u,$,v,g,h=o.__k||pe,b=e.length;for(p=an(n,e,h,p,b),d=0;d<b;d++)(u=n.__k[d])!=null&&(f=~u.__i&&h[u.__i]||ue,u.__i=d,g=Te(t,u,f,r,s,i,c,p,_,l),$=u.__e,(f.ref!=u.ref||8&f.__u)&&(f.ref&&Me(f.ref,null,u,f),u.ref&&l.push(u.ref,u.__c||$,u)),v=v||$,4&u.__u?(p=st(u,p,t,!f.__v),f.__e&&(f.__e=null)):typeof u.type=="function"&&g!==void 0?p=g:$&&(p=$.nextSibling),u.__u&=-21);return n.__e=v,p}function an(t,e,n,o,r){var s,i,c,p,_,l,d,f,u,$=n.length,v=$,g=0,h=0,b=t.__k=Array(r);for(s=0;s<r;s++)(i=e[s])!=null&&typeof i!="boolean"&&typeof i!="function"?(typeof i!="object"||i.constructor===String?i=b[s]=Y(null,i):Ce(i)?i=b[s]=Y(de,{children:i}):i.constructor===Z&&i.__b?i=b[s]=Y(i.type,i.props,i.key,i.ref,i.__v):b[s]=i,p=s+g,i.__=t,i.__b=t.__b+1,c=null,~(_=i.__i=cn(i,n,p,v))&&(v--,(c=n[_])&&(c.__u|=2)),c&&c.__v?(i.__u|=16,_==p-1?g--:_==p+1?g++:_!=p&&(_>p?g--:g++,h=1)):(~_||(r>$?g--:r<$&&g++),typeof i.type!="function"&&(i.__u|=4))):b[s]=null;if(h){for(l=[],d=[],s=0;s<r;s++)if((i=b[s])&&16&i.__u){for(g=0,f=l.length;g<f;)l[u=g+f>>1]<i.__i?g=u+1:f=u;l[g]=i.__i,d[s]=g+1}for(g=l.length;s--;)d[s]&&(d[s]==g?g--:b[s].__u|=4)}if(v)for(s=0;s<$;s++)!(c=n[s])||2&c.__u||(c.__e==o&&(o=D(c)),Ee(c,c));return o}function st(t,e,n,o){var r,s,i,c;if(typeof t.type=="function"){if(t.props.__P)return e;if(r=t.__k)for(s=0;s<r.length;s++)r[s]&&(r[s].__=t,e=st(r[s],e,n,!1));return e}for(e&&!e.parentNode&&(e=D(t))&&!e.parentNode&&(e=null),i=t.__e,c=e;c&&c.nodeType==8;)c=c.nextSibling;for(i!=c&&(!o&&n.moveBefore&&i.parentNode?n.moveBefore(i,e):n.insertBefore(i,e||null)),e=i;(e=e&&e.nextSibling)&&e.nodeType==8&&!e.data.startsWith("$s"););return e}function cn(t,e,n,o){var r,s=t.key,i=t.type,c=e[n],p=c&&!(2&c.__u);if(c===null&&s==null||p&&s==c.key&&i==c.type)return n;if(o>(p?1:0)){for(r=n-1;r>=0;r--)if((c=e[r])&&!(2&c.__u)&&s==c.key&&i==c.type)return r;for(r=n+1;r<e.length;r++)if((c=e[r])&&!(2&c.__u)&&s==c.key&&i==c.type)return r}return-1}function Qe(t,e,n){n==null&&(n=""),e[0]=="-"?t.setProperty(e,n):t[e]=n}function re(t,e,n,o,r){var s,i;if(e=="style")if(typeof n=="string")t.style.cssText=n;else{if(typeof o=="string"&&(t.style.cssText=o=""),o)for(e in o)n&&e in n||Qe(t.style,e);if(n)for(e in n)o&&n[e]==o[e]||Qe(t.style,e,n[e])}else if(e[0]=="o"&&e[1]=="n")typeof n!="function"&&(n=null),typeof o!="function"&&(o=null),(t.__e||(t.__e={}))[e]=n,n&&o||(i=ke[e]||(ke[e]=ln(e)),(t.__a||(t.__a={}))[e]=Se,s=e!=(e=e.replace(Ze,"$1")),(e=e.slice(2))[0]<"a"&&(e=e.toLowerCase()),n?t.addEventListener(e,i,s):t.removeEventListener(e,i,s));else{if(r=="http://www.w3.org/2000/svg")e=e.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(e!="width"&&e!="height"&&e!="href"&&e!="list"&&e!="form"&&e!="tabIndex"&&e!="download"&&e!="rowSpan"&&e!="colSpan"&&e!="role"&&e!="popover"&&e in t)try{return void(t[e]=n??"")}catch{}if(typeof n=="function")return;n==null||n===!1&&e[4]!="-"?t.removeAttribute(e):t.setAttribute(e,e=="popover"&&n==1?"":n)}}function ln(t){return function(e){var n=this.__e;if(n){if(n=n[t],e[ie]==null)e[ie]=Se++;else if(e[ie]<this.__a[t])return;return n(x.event?x.event(e):e)}}}function Te(t,e,n,o,r,s,i,c,p,_){var l,d,f,u,$,v,g,h,b,m,y,C,se,U,L,Ge,H,W,q=e.type;if(e.constructor!==Z)return null;128&n.__u&&(p=32&n.__u,l=n.__c.__z)&&(e.__u|=p,d=s=[],l.nodeType==8?c=ce(l,s):s.push(l),c=s[0]||c),(l=x.__b)&&l(e);e:if(typeof q=="function"){f=i.length;try{if(h=e.props,b=(l=q.prototype)&&l.render,m=(l=q.contextType)&&o[l.__c],y=l?m?m.props.value:l.__:o,(u=n.__c)?(e.__c=u,2&u.__g&&(u.__g|=1)):(b?e.__c=u=new q(h,y):(e.__c=u=new ae(h,y),u.constructor=q,u.render=pn),m&&m.sub(u),u.state||(u.state={}),u.__n=o,u.__g|=8,u.__h=[],u.__k=[]),b&&(u.__s||(u.__s=u.state),q.getDerivedStateFromProps&&(u.__s==u.state&&(u.__s=z({},u.__s)),z(u.__s,q.getDerivedStateFromProps(h,u.__s)))),$=u.props,v=u.state,u.__v=e,n.__c){if(h!==$&&b&&!q.getDerivedStateFromProps&&u.componentWillReceiveProps&&u.componentWillReceiveProps(h,y),e.__v==n.__v&&!(8&u.__g)||!(4&u.__g)&&u.shouldComponentUpdate&&u.shouldComponentUpdate(h,u.__s,y)===!1){e.__v!=n.__v&&(u.props=h,u.state=u.__s,u.__g&=-9),e.__e=n.__e,e.__k=n.__k,e.__k.some(function(E){E&&(E.__=e)}),pe.push.apply(u.__h,u.__k),u.__k=[],u.__h.length&&i.push(u),c=D(n);break e}u.componentWillUpdate&&u.componentWillUpdate(h,u.__s,y),b&&u.componentDidUpdate&&u.__h.push(function(){u.componentDidUpdate($,v,g)})}else b&&!q.getDerivedStateFromProps&&u.componentWillMount&&u.componentWillMount(),b&&u.componentDidMount&&u.__h.push(u.componentDidMount);u.context=y,u.props=h,u.__P=t,u.__g&=-5,C=x.__r,se=b?25:0;do u.__g&=-9,C&&C(e),l=u.render(u.props,u.state=u.__s,u.context);while(8&u.__g&&++se<25);b&&(pe.push.apply(u.__h,u.__k),u.__k=[]),u.state=u.__s,u.getChildContext&&(o=z({},o,u.getChildContext())),b&&n.__c&&u.getSnapshotBeforeUpdate&&(g=u.getSnapshotBeforeUpdate($,v)),U=l&&l.type===de&&l.key==null?l.props.children:l,h.__P&&(l=c,r=(t=h.__P).namespaceURI,p=s=null,n.props&&n.props.__P!=t&&(n.__k.some(function(E){E&&Ee(E,E)}),n.__k=null),c=n.__k?D(n,0):null),c=ot(t,Ce(U)?U:[U],e,n,o,r,s,i,c,p,_),h.__P&&(e.__e=null,c=l),e.__u&=-161,d&&d.some(V),u.__h.length&&i.push(u),1&u.__g&&(u.__g&=-4)}catch(E){if(i.length=f,e.__v=null,p||s)if(E&&E.then){if(e.__u|=128|p,s){for(~(H=s.indexOf(c||void 0))||(H=s.length);(W=s[H-1])&&W.nodeType==8;)H--;for(;H<s.length;H++)if(W=s[H])if(s[H]=null,L){if(W==Ge)break}else{if(W.nodeType!=8)break;W.data.startsWith("$s")&&(Ge=ce(L=W))}}if(!L){for(;c&&c.nodeType==8&&c.nextSibling;)c=c.nextSibling;L=c}(l=ce(L=e.__c.__z||(e.__c.__z=L)))?(e.__e=L,c=l):e.__e=c,c=c&&c.nextSibling}else s&&s.some(V);else e.__e=n.__e;e.__k||(e.__k=n.__k||[]),E&&E.then||rt(e),x.__e(E,e,n)}}else c=e.__e=un(n.__e,e,n,o,r,s,i,p,_,t);return(l=x.diffed)&&l(e),c}function ce(t,e){if(t&&t.nodeType==8&&t.data.startsWith("$s"))for(var n=1;t=t.nextSibling;){if(t.nodeType==8){if(t.data.startsWith("$s"))n++;else if(t.data.startsWith("/$s")&&!--n)return t}e&&e.push(t)}}function rt(t){t&&(t.__c&&(t.__c.__g|=4),t.__k&&t.__k.some(rt))}function it(t,e,n){for(var o=0;o<n.length;)Me(n[o++],n[o++],n[o++]);x.__c&&x.__c(e,t),t.some(function(r){try{t=r.__h,r.__h=[],t.some(function(s){s.call(r)})}catch(s){x.__e(s,r.__v)}})}function un(t,e,n,o,r,s,i,c,p,_){var l,d,f,u,$,v,g,h,b=n.props||ue,m=e.props,y=e.type;if(y=="svg"?r="http://www.w3.org/2000/svg":y=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),s){for(l=0;l<s.length;l++)if(($=s[l])&&(y?$.localName==y:$.nodeType==3)){t=$,s[l]=null;break}}if(!t){if(h=_.ownerDocument||document,!y)return h.createTextNode(m);t=h.createElementNS(r,y,m.is?m:_),c&&(x.__m&&x.__m(e,s),c=!1),s=null}if(y){if(_=y=="template"&&t.content||t,s=y=="textarea"&&m.defaultValue!=null?null:s&&Oe.call(_.childNodes),!c&&s)for(b={},l=0;l<t.attributes.length;l++)b[($=t.attributes[l]).name]=$.value;for(l in b)$=b[l],l=="dangerouslySetInnerHTML"?f=$:l=="children"||l in m||l=="value"&&"defaultValue"in m||l=="checked"&&"defaultChecked"in m||re(t,l,null,$,r);for(l in m)$=m[l],l=="children"?u=$:l=="dangerouslySetInnerHTML"?d=$:l=="value"?v=$:l=="checked"?g=$:c&&typeof $!="function"||b[l]===$||re(t,l,$,b[l],r);d?(c||f&&(d.__html==f.__html||d.__html==t.innerHTML)||(t.innerHTML=d.__html),e.__k=[]):(f&&(t.textContent=""),(y=="foreignObject"||r=="http://www.w3.org/1998/Math/MathML"&&sn.test(y))&&(r="http://www.w3.org/1999/xhtml"),ot(_,Ce(u)?u:[u],e,n,o,r,s,i,s?s[0]:n.__k&&D(n,0),c,p),s&&s.some(V)),c&&y!="textarea"||(l="value",y=="progress"&&v==null?t.removeAttribute(l):v==null||v===t[l]&&(y!="progress"||v)||re(t,l,v,b[l],r),l="checked",g!=null&&g!=t[l]&&re(t,l,g,b[l],r))}else b===m||c&&t.data==m||(t.data=m);return t}function Me(t,e,n,o){try{typeof t=="function"?e?e.__x=t(e)||1:o&&(o=o.__c||o.__e)&&(e=o.__x)&&(o.__x=null,typeof e=="function"?e():t(null)):t.current=e}catch(r){x.__e(r,n)}}function Ee(t,e,n){var o,r,s,i;if(x.unmount&&x.unmount(t),!(o=t.ref)||o.current&&o.current!=t.__e||Me(o,null,e,t),o=t.__c){if(o.componentWillUnmount)try{o.componentWillUnmount()}catch(c){x.__e(c,e)}o.__P=o.__n=null}if(o=t.__k)for(i=0;i<o.length;i++)o[i]&&Ee(o[i],e,typeof t.type!="function"||n&&!t.props.__P);!n&&(o=t.__c)&&(o=o.__z)&&(r=ce(o,s=[]))&&(o==t.__e&&s.some(V),V(r),V(o)),n||V(t.__e),t.__e=t.__c=t.__=null}function pn(t,e,n){return this.constructor(t,n)}function Re(t,e){var n,o,r,s;x.__&&x.__(t,e),e.nodeType==9&&(e=e.documentElement),o=(n=t&&32&t.__u)?null:e.__k,e.__k=Y(de,{children:[t]}),r=[],s=[],Te(e,e.__k,o||ue,ue,e.namespaceURI,o?null:e.firstChild?Oe.call(e.childNodes):null,r,o?o.__e:e.firstChild,n,s),it(r,e.__k,s),e.__k.props.children=null}x={__e:function(t,e,n,o){for(var r,s,i;e=e.__;)if((r=e.__c)&&!(1&r.__g)){r.__g|=4;try{if((i=(s=r.constructor)&&s.getDerivedStateFromError)&&r.setState(s.getDerivedStateFromError(t)),r.componentDidCatch&&(r.componentDidCatch(t,o||{}),i=1),i&&8&r.__g)return void(r.__g|=2)}catch(c){t=c}}throw le=0,t}},Xe=0,nn=function(t){return t!=null&&t.constructor===Z},ae.prototype.setState=function(t,e){var n=this.__s;n&&n!=this.state||(n=this.__s=z({},this.state)),typeof t=="function"&&(t=t(z({},n),this.props)),t&&(z(n,t),this.__v&&(e&&this.__k.push(e),Ke(this)))},ae.prototype.forceUpdate=function(t){this.__v&&(this.__g|=4,t&&this.__h.push(t),Ke(this))},ae.prototype.render=de,B=[],le=0,Ye=function(t,e){return t.__v.__b-e.__v.__b},ie=Symbol(),Ze=/(PointerCapture)$|Capture$/i,Se=0,ke={},on=0;var J,S,Ne,at,Pe=Object.is,_e=0,mt=[],je=[],k=x,ct=k.__b,lt=k.__r,ut=k.diffed,pt=k.__c,dt=k.unmount,_t=k.__;function fe(t,e){k.__h&&k.__h(S,t,_e||e),_e=0;var n=S.__H||(S.__H={__:[],__h:[]});return t>=n.__.length&&n.__.push({}),n.__[t]}function O(t){return _e=1,dn(gt,t)}function dn(t,e,n){var o=fe(J++,2);if(o.t=t,!o.__c&&(o.__=[n?n(e):gt(void 0,e),function(s){var i=(o.__N||o.__)[0],c=o.t(i,s);Pe(i,c)||(o.__N=[c,o.__[1]],o.__c.setState({}))}],o.__c=S,!S.__f)){S.__f=!0;var r=S.shouldComponentUpdate;S.shouldComponentUpdate=function(s,i,c){var p=this.__H;if(!p)return!0;var _=!1,l=this.props!=s;if(p.__.some(function(f){f.__N&&(_=!0,Pe(f.__[0],f.__N[0])||(l=!0))}),r){var d=r.call(this,s,i,c);return _?d||l:d}return!_||l}}return o.__}function P(t,e){var n=fe(J++,3);!k.__s&&He(n.__H,e)&&(n.__P=!0,n.__=t,n.u=e,S.__H.__h.push(n))}function Ae(t,e){var n=fe(J++,4);!k.__s&&He(n.__H,e)&&(n.__P=!1,n.__=t,n.u=e,S.__h.push(n))}function F(t){return _e=5,ht(function(){return{current:t}},[])}function ht(t,e){var n=fe(J++,7);return He(n.__H,e)&&(n.__=t(),n.__H=e),n.__}function _n(){var t;do{for(;t=je.shift();)try{ee(t)}catch(n){k.__e(n,{__:(t=t.__P)&&t.__v})}for(;t=mt.shift();){var e=t.__H;if(t.__P&&e)try{e.__h.some(ee),e.__h.some(qe),e.__h=[]}catch(n){e.__h=[],k.__e(n,t.__v)}}}while(je.length)}k.__b=function(t){S=null,ct&&ct(t)},k.__=function(t,e){t&&e.__k&&e.__k.__m&&(t.__m=e.__k.__m),_t&&_t(t,e)},k.__r=function(t){lt&&lt(t),J=0;var e=(S=t.__c).__H;e&&(Ne==S?S.__h=[]:(e.__h.some(ee),e.__h.some(qe),J=0),e.__h=[],e.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})),Ne=S},k.diffed=function(t){ut&&ut(t);var e=t.__c;e&&e.__H&&(e.__H.__h.length&&$t(mt.push(e)),e.__H.__.some(function(n){n.u&&(n.__H=n.u)})),Ne=S=null},k.__c=function(t,e){e.some(function(n){try{n.__h.some(ee),n.__h=n.__h.filter(function(o){return!o.__||qe(o)})}catch(o){n.__h=[function(){throw o}]}}),pt&&pt(t,e)},k.unmount=function(t){dt&&dt(t);var e,n,o=t.__c;o&&o.__H&&(o.__H.__.some(function(r){try{if(r.__P&&r.__c){if(n===void 0){for(n=t.__;n&&(!n.__c||!n.__c.__P);)n=n.__;n=n&&n.__c}r.__P=n,$t(je.push(r))}else ee(r)}catch(s){e=s}}),o.__H=void 0,e&&k.__e(e,o.__v))};var ft=typeof requestAnimationFrame=="function";function fn(t){var e,n=function(){clearTimeout(o),ft&&cancelAnimationFrame(e),setTimeout(t)},o=setTimeout(n,35);ft&&(e=requestAnimationFrame(n))}function $t(t){t!=1&&at==k.requestAnimationFrame||((at=k.requestAnimationFrame)||fn)(_n)}function ee(t){var e=S,n=t.__c;typeof n=="function"&&(t.__c=void 0,n()),S=e}function qe(t){var e=S;t.__c=t.__(),S=e}function He(t,e){return!t||t.length!=e.length||e.some(function(n,o){return!Pe(n,t[o])})}function gt(t,e){return typeof e=="function"?e(t):e}var bt=function(t,e,n,o){var r;e[0]=0;for(var s=1;s<e.length;s++){var i=e[s++],c=e[s]?(e[0]|=i?1:2,n[e[s++]]):e[++s];i===3?o[0]=c:i===4?o[1]=Object.assign(o[1]||{},c):i===5?(o[1]=o[1]||{})[e[++s]]=c:i===6?o[1][e[++s]]+=c+"":i?(r=t.apply(c,bt(t,c,n,["",null])),o.push(r),c[0]?e[0]|=2:(e[s-2]=0,e[s]=r)):o.push(c)}return o},vt=new Map;function yt(t){var e=vt.get(this);return e||(e=new Map,vt.set(this,e)),(e=bt(this,e.get(t)||(e.set(t,e=(function(n){for(var o,r,s=1,i="",c="",p=[0],_=function(f){s===1&&(f||(i=i.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?p.push(0,f,i):s===3&&(f||i)?(p.push(3,f,i),s=2):s===2&&i==="..."&&f?p.push(4,f,0):s===2&&i&&!f?p.push(5,0,!0,i):s>=5&&((i||!f&&s===5)&&(p.push(s,0,i,r),s=6),f&&(p.push(s,f,0,r),s=6)),i=""},l=0;l<n.length;l++){l&&(s===1&&_(),_(l));for(var d=0;d<n[l].length;d++)o=n[l][d],s===1?o==="<"?(_(),p=[p],s=3):i+=o:s===4?i==="--"&&o===">"?(s=1,i=""):i=o+i[0]:c?o===c?c="":i+=o:o==='"'||o==="'"?c=o:o===">"?(_(),s=1):s&&(o==="="?(s=5,r=i,i=""):o==="/"&&(s<5||n[l][d+1]===">")?(_(),s===3&&(p=p[0]),s=p,(p=p[0]).push(2,0,s),s=0):o===" "||o==="\t"||o===`
`||o==="\r"?(_(),s=2):i+=o),s===3&&i==="!--"&&(s=4,p=p[0])}return _(),p})(t)),e),arguments,[])).length>1?e:e[0]}var a=yt.bind(et);function wt(t){let e=t,n=new Set;return{get:()=>e,change(o){e={...e,...o};for(let r of n)r()},follow(o){return n.add(o),()=>n.delete(o)}}}function xt(t){let[,e]=O(0);return P(()=>t.follow(()=>e(n=>n+1)),[t]),t.get()}function kt(t,e,{delay:n=0,isFresh:o=!1}={}){let[r,s]=O({});return P(()=>{let i=!1;if(o&&s({}),!t)return;let c=()=>t().then(_=>i||s({value:_}),({message:_})=>i||s({problem:_})),p=n>0?setTimeout(c,n):c();return()=>{i=!0,n>0&&clearTimeout(p)}},e),r}var $e=wt({text:"",bad:!1,question:null}),St;function Be(t,e=!1){$e.change({text:t,bad:e}),clearTimeout(St),St=setTimeout(()=>$e.change({text:""}),e?12e3:5e3)}function Ct(){let{text:t,bad:e,question:n}=xt($e);return a`<div role="status">
      ${t!==""&&a`<p class=${e?"notice bad":"notice"}><span>${t}</span> <button aria-label="Close this message" onClick=${()=>Be("")}>✕</button></p>`}
    </div>
    ${n!==null&&a`<${$n} ...${n} />`}`}function $n({title:t,text:e,yes:n,act:o}){let r=()=>$e.change({question:null});return a`<${hn} title=${t} close=${r}>
    <p>${e}</p>
    <p class="buttons">
      <button class="danger" onClick=${()=>{r(),o()}}>${n}</button>
      <button onClick=${r} autofocus>Cancel</button>
    </p>
  <//>`}async function mn(t,e){try{let n=await t();return e!==void 0&&Be(e),n}catch(n){Be(n.message,!0);return}}function hn({title:t,close:e,children:n}){let o=F(null);return P(()=>(o.current.showModal(),()=>o.current?.close()),[]),a`<dialog ref=${o} aria-labelledby="dialog-title" onCancel=${e} onClose=${e}>
    <h2 id="dialog-title">${t}</h2>
    ${n}
  </dialog>`}var Ot=(t,e="Copied.")=>mn(()=>navigator.clipboard.writeText(t),e);function Tt(){let[t="",e=""]=location.hash.replace(/^#\/?/,"").split(/\?(.*)/s);return{parts:t.split("/").filter(Boolean).map(gn),query:Object.fromEntries(new URLSearchParams(e))}}function De(t,e={}){let n=Object.entries(e).filter(([,r])=>(r??"")!==""),o=new URLSearchParams(n).toString();return`#/${t.map(encodeURIComponent).join("/")}${o===""?"":`?${o}`}`}function Mt(t,e={},{replace:n=!1}={}){let o=De(t,e);o!==location.hash&&(n?(history.replaceState(null,"",o),dispatchEvent(new HashChangeEvent("hashchange"))):location.hash=o)}function Et(){let[t,e]=O(Tt);return P(()=>{let n=()=>e(Tt());return addEventListener("hashchange",n),()=>removeEventListener("hashchange",n)},[]),t}function gn(t){try{return decodeURIComponent(t)}catch{return t}}var vn=new RegExp("[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\ufff9-\\ufffb]","g");function T(t){return String(t).replace(vn,e=>`\\u${e.charCodeAt(0).toString(16).padStart(4,"0")}`)}var bn=new Intl.NumberFormat("en-US");function te(t){return t==null?"\u2013":bn.format(t).replace("-","\u2212")}function w(t,e){return`${te(t)} ${e}${t===1?"":"s"}`}var R=t=>t[0].toUpperCase()+t.slice(1);function me(t){return t<1024?`${t} B`:t<1<<20?`${(t/1024).toFixed(1)} KiB`:`${(t/(1<<20)).toFixed(1)} MiB`}var Rt=t=>`${t.slice(0,10)} ${t.slice(11,19)}`,Nt=(t="")=>t.toLowerCase().split(/\s+/).filter(Boolean);function he({facts:t}){return a`<dl>
    ${t.map(e=>e&&a`<dt>${e[0]}</dt><dd>${e[1]}</dd>`)}
  </dl>`}function ge({status:t,failure:e="lost"}){return a`<span class=${`status ${t===null?"lost":`s${String(t)[0]}`}`}>${t??e}</span>`}function Fe({headers:t={}}){let e=Object.entries(t);return a`<details>
    <summary class="quiet">Headers (${e.length})</summary>
    <dl class="headers">
      ${e.map(([n,o])=>a`<dt>${T(n)}</dt><dd>${o===null?a`<span class="quiet">not recorded</span>`:T(o)}</dd>`)}
    </dl>
  </details>`}function Ie({left:t,words:e=t,show:n}){return t>0&&a`<button onClick=${n}>Show more (${e} left)</button>`}function G({title:t,label:e,opened:n,children:o}){return a`<div class=${n?"split opened":"split"}>
    <h1 class="unseen">${t}</h1>
    <section class="list" aria-label=${e}>${o}</section>
    ${n}
  </div>`}function K({what:t,title:e,close:n,children:o}){return a`<section class="one" aria-labelledby="one-title" onKeyDown=${r=>r.key==="Escape"&&n()}>
    <div class="one-head">
      <h2 id="one-title" tabindex="-1">${e}</h2>
      <button onClick=${n} aria-label=${`Close this ${t}`}>Close</button>
    </div>
    ${o}
  </section>`}var Pt=()=>document.getElementById("one-title")?.focus();function jt({text:t,label:e}){return a`<div class="copyable">
    <button class="copy" onClick=${()=>Ot(t)} aria-label=${`Copy ${e}`}>Copy</button>
    <pre tabindex="0" role="region" aria-label=${e}>${t}</pre>
  </div>`}function M({text:t}){return t.split("`").map((e,n)=>n%2===1?a`<code>${e}</code>`:e)}var qt=20,Ue=2e4,At=80,yn=2<<20;function Le({text:t,length:e,label:n,marks:o={},pick:r}){if(t==null){let i=e>0?`${me(e)}, not kept`:t===null?"No body":"The body was not kept";return a`<p class="quiet">${i}.</p>`}if(t==="")return a`<p class="quiet">An empty body.</p>`;if(t.length>yn)return a`<p class="quiet">
        A body of ${w(t.length,"character")} is too long to fold as JSON. This is its beginning, as text.
      </p>
      <${Ht} text=${t} label=${n} />`;let s=wn(t);return s===void 0?a`<${Ht} text=${t} label=${n} />`:a`<div class="json" role="group" aria-label=${n}>
    <${Bt} value=${s} at="" marks=${o} open=${3} pick=${r} />
  </div>`}function wn(t){try{return JSON.parse(t)}catch{return}}function Ht({text:t,label:e}){let[n,o]=O(Ue),r=t.length-n;return a`<pre class="text" tabindex="0" role="region" aria-label=${e}>
${T(t.slice(0,n))}</pre>
    <${Ie}
      left=${r}
      words=${w(r,"character")}
      show=${()=>o(n+10*Ue)}
    />`}function Bt({name:t,value:e,at:n,marks:o,open:r,pick:s}){let i=o[n],c=t!==void 0&&a`<span class="key">${T(t)}</span>: `,p=i!==void 0&&a` <span class="mark-note">${T(i)}</span>`;return e!==null&&typeof e=="object"&&Object.keys(e).length>0?a`<${xn} ...${{value:e,at:n,marks:o,open:r,pick:s,name:c,note:p}} />`:a`<div class=${p?"leaf marked":"leaf"}>
    ${c}<${kn} value=${e} pick=${s&&(()=>s(n,e))} />${p}
  </div>`}function xn({value:t,at:e,marks:n,open:o,pick:r,name:s,note:i}){let c=Object.keys(n).some(h=>h.startsWith(`${e}/`)),[p,_]=O(o>0||c),[l,d]=O(qt),f=Object.entries(t),u=Array.isArray(t),[$,v]=u?"[]":"{}";return a`<details open=${p} onToggle=${h=>_(h.currentTarget.open)} class=${i?"marked":""}>
    <summary>
      ${s}${$}${!p&&a`<span class="quiet"> ${Sn(t)} ${w(f.length,u?"item":"member")} </span>${v}`}${i}
    </summary>
    ${p&&a`<div class="inside">
          ${f.slice(0,l).map(([h,b])=>a`<${Bt}
                  key=${h}
                  name=${u?void 0:h}
                  value=${b}
                  at=${`${e}/${h.replaceAll("~","~0").replaceAll("/","~1")}`}
                  marks=${n}
                  open=${o-1}
                  pick=${r}
                />`)}
          <${Ie} left=${f.length-l} show=${()=>d(l+10*qt)} />
        </div>
        ${v}`}
  </details>`}function kn({value:t,pick:e}){let[n,o]=O(600),r=(s,i)=>e===void 0?a`<span class=${s}>${i}</span>`:a`<button class=${`value ${s}`} title="Add a check for this value" onClick=${e}>${i}</button>`;return t!==null&&typeof t=="object"?JSON.stringify(t):typeof t!="string"?r("other",String(t)):a`${r("string",`"${T(t.slice(0,n))}"`)}${t.length>n&&a` <button onClick=${()=>o(n+Ue)}>
        …${t.length-n} more
      </button>`}`}function Sn(t){if(Array.isArray(t)&&t.length<=3&&t.every(o=>typeof o!="object")){let o=t.map(r=>JSON.stringify(r)).join(", ");if(o.length<=At)return`${T(o)} \xB7 `}let n=["Title","Job Title","title","name","Company","label","detail","message","msg"].map(o=>t[o]).find(o=>typeof o=="string");return n===void 0?"":`${T(n.slice(0,At))} \xB7 `}function ve(t){let e=new Map;for(let{marks:n}of t)for(let[o,r]of Object.entries(n))e.set(o,new Set([...e.get(o)??[],r]));return Object.fromEntries([...e].map(([n,o])=>[n,[...o].join(" \xB7 ")]))}function I({source:t,run:e,id:n,open:o=!1,marks:r={}}){let[s,i]=O(o),c=F(!1);c.current||=s;let p=e.exchanges.find(d=>d.id===n),{value:_,problem:l}=kt(c.current&&(()=>t.bodies(n)),[c.current,n]);return p===void 0?a`<p class="quiet">Exchange #${n} is not in this report.</p>`:a`<details class="exchange" open=${s} onToggle=${d=>i(d.currentTarget.open)} id=${`exchange-${n}`}>
    <summary>
      <span class="quiet">#${n}</span> <code>${p.method} ${Cn(p.url,e.target)}</code>${" "}
      <${ge} ...${p} />${" "}
      <span class="quiet">${[p.operation,p.account==="none"?"no key":`account ${p.account}`,p.note,p.ms!==null&&`${p.ms} ms`].filter(Boolean).join(", ")}</span>
    </summary>
    ${l!==void 0&&a`<p class="bad">${l}</p>`}
    ${s&&(_?a`<${On} exchange=${_} marks=${r} pick=${t.pick?.(p)} />`:l===void 0&&a`<p class="quiet">Reading…</p>`)}
  </details>`}var Cn=(t,e)=>t.startsWith(e)?t.slice(e.length):t;function On({exchange:t,marks:e,pick:n}){let{id:o,request:r,response:s,failure:i}=t;return a`<div class="sides">
    <div>
      <b>Request</b>
      <${Fe} headers=${r.headers} />
      <${Le} text=${r.bodyText} label=${`Body of request #${o}`} />
    </div>
    <div>
      <b>Answer</b>
      ${s===null?a`<p class="bad">${i}</p>`:a`<${Fe} headers=${s.headers} />
            ${s.bodyCut!==void 0&&a`<p class="quiet">The beginning of ${me(s.bodyCut)}.</p>`}
            <${Le} text=${s.bodyText} marks=${e} pick=${n} label=${`Body of answer #${o}`} />`}
    </div>
  </div>`}function Tn({label:t,text:e,change:n,class:o,...r}){return a`<label class=${o}>
    ${t}
    <input value=${e} onInput=${s=>n(s.currentTarget.value)} ...${r} />
  </label>`}function Dt({label:t,options:e,value:n,change:o,name:r,class:s}){return a`<label class=${s}>
    ${t}
    <select name=${r} onChange=${i=>o?.(i.currentTarget.value)}>
      ${e.map(([i,c])=>a`<option key=${i} value=${i} selected=${i===n}>${c}</option>`)}
    </select>
  </label>`}function Mn({send:t,children:e,...n}){return a`<form onSubmit=${r=>{r.preventDefault(),t?.(r.currentTarget)}} ...${n}>${e}</form>`}function Ft({text:t="",hint:e,change:n,label:o,children:r}){return a`<${Mn} class="filters" role="search" aria-label=${o}>
    <${Tn} class="wide-label" label="Search" type="search" placeholder=${e} text=${t} change=${n} />
    ${r}
  <//>`}function Q(t,{text:e,verdict:n},o){let r=Nt(e);return t.filter(s=>{let i=r.length===0?"":o(s).toLowerCase();return(n===void 0||s.verdict===n)&&r.every(c=>En(i,c))})}function En(t,e){return/^[a-z]+-\d+$/.test(e)?new RegExp(`${e}(?!\\d)`).test(t):t.includes(e)}function X({run:t,query:e,verdicts:n=[],change:o,hint:r}){let s=Object.keys(t.words).filter(p=>n.includes(p)||p===e.verdict),i=(p,_)=>o({...e,[p]:_===""?void 0:_}),c=[["","all"],...s.map(p=>[p,t.words[p].word])];return a`<${Ft} text=${e.text} hint=${r} change=${p=>i("text",p)}>
    ${s.length>0&&a`<${Dt} label="Verdict" options=${c} value=${e.verdict} change=${p=>i("verdict",p)} />`}
  <//>`}function N({words:t,verdict:e,text:n}){let{mark:o,word:r}=t[e];return a`<span class=${`badge ${e}`}><span aria-hidden="true">${o}</span> ${n??r}</span>`}var It=["not-applicable","not-met","unknown"];function be(t){return Object.keys(t).toSorted((e,n)=>It.indexOf(e)-It.indexOf(n))}function Ut(t,e){return be(t).find(n=>e.includes(n))}function ne({words:t,verdicts:e}){let n=new Map(be(t).map(o=>[o,0]));for(let o of e)n.set(o,n.get(o)+1);return[...n].filter(([,o])=>o>0).map(([o,r])=>a`<${N} key=${o} words=${t} verdict=${o} text=${`${r} ${t[o].word}`} /> `)}var Rn=30;function Lt({source:t,run:e,to:n,change:o,parts:r,query:s}){let[i]=r,c=({group:u,pairs:$})=>(s.section===void 0||u===s.section)&&(s.operation===void 0||$.some(({operation:v})=>v===s.operation)),p=({id:u,title:$,text:v,reason:g})=>`${u} ${$} ${v} ${g}`,_=Q(e.clauses.filter(c),s,p),l=e.clauses.find(({id:u})=>u===i),d=`${R(e.terms.clause)}s`,f=l&&a`<${Nn} key=${i} ...${{source:t,run:e,clause:l,to:n,close:()=>o([],s)}} />`;return a`<${G} title=${d} label=${`${d} by section`} opened=${f}>
      <${X} ...${{run:e,query:s,verdicts:e.clauses.map(({verdict:u})=>u),change:u=>o(r,u,{replace:!0}),hint:"a word, an id"}} />
      <p class="counts"><span>${w(_.length,e.terms.clause)} <${ne} words=${e.words} verdicts=${_.map(({verdict:u})=>u)} /></span>${s.section!==void 0&&a` <a href=${n("clauses",r)}>Show all, not only ${[`section ${s.section}`,s.operation].filter(Boolean).join(" on ")}</a>`}</p>
      <div class="sections" tabindex="0" role="region" aria-label="Sections">
        ${e.sections.map(({id:u,title:$})=>{let v=_.filter(({group:h})=>h===u),g=_.length<=Rn||v.some(h=>h.verdict==="fail"||h.id===i);return v.length>0&&a`<details key=${u} open=${g}>
              <summary><strong>${$}</strong> <${ne} words=${e.words} verdicts=${v.map(({verdict:h})=>h)} /></summary>
              <ul class="clause-list">
                ${v.map(h=>a`<li key=${h.id}>
                    <a href=${n("clauses",[h.id],s)} aria-current=${h.id===i?"true":void 0}>
                      <${N} words=${e.words} verdict=${h.verdict} /> <b>${h.id}</b> <span><${M} text=${h.title} /></span>
                    </a>
                  </li>`)}
              </ul>
            </details>`})}
      </div>
  <//>`}function Nn({source:t,run:e,clause:n,to:o,close:r}){let s=n.evidence.map(c=>e.judgements[c]),i=a`${n.id} <${N} words=${e.words} verdict=${n.verdict} />`;return a`<${K} what=${e.terms.clause} title=${i} close=${r}>
    <p><strong><${M} text=${n.title} /></strong></p>
    <p><${M} text=${n.text} /></p>
    <p class="quiet">${n.level}, section ${n.section}. ${n.why}</p>
    ${n.reason!==""&&a`<p>${n.reason}</p>`}
    <${We} clause=${n} />
    ${n.pairs.length>0&&a`<h3>On each operation</h3><${jn} run=${e} pairs=${n.pairs} />`}
    <h3>Evidence</h3>
    ${s.length===0&&a`<p class="quiet">There is none.</p>`}
    ${s.map(c=>a`<div>
        <p>
          <span class=${c.verdict==="pass"?"good":"bad"}>${c.verdict==="pass"?"\u2713 held":"\u2717 broken"}</span>
          <span> ${c.verdict==="fail"&&`${c.expected}; `}${c.actual}</span>${" "}
          <span class="quiet">(${c.by})</span>
        </p>
        ${c.exchanges.slice(-1).map(p=>a`<${I} ...${{source:t,run:e,id:p,marks:c.marks}} />`)}
      </div>`)}
    ${n.scenarios.length+n.oracles.length>0&&a`<${Pn} run=${e} clause=${n} to=${o} />`}
  <//>`}function We({clause:{instead:t,page:e}}){return t===""?null:a`<p><strong>Instead:</strong> <${M} text=${t} />${e!==""&&a` <a href=${e} rel="noreferrer">The page of this rule</a>`}</p>`}function Pn({run:t,clause:e,to:n}){return a`<h3>Checked by</h3>
    <p>
      ${e.scenarios.map(o=>t.scenarios.some(r=>r.id===o)?a`<a href=${n("scenarios",o.split("/"))}>${o}</a>, `:a`${o}, `)}
      ${e.oracles.map(o=>a`<span class="quiet">oracle ${o} </span>`)}
    </p>`}function jn({run:t,pairs:e}){return a`<table>
    <tbody>
      ${e.map(({operation:n,verdict:o,reason:r})=>a`<tr>
          <th scope="row">${n}</th><td><${N} words=${t.words} verdict=${o} /></td><td class="quiet">${r}</td>
        </tr>`)}
    </tbody>
  </table>`}var qn=10,An=4;function Vt({source:t,run:e,to:n}){return a`<div class="narrow">
    <h1 class="unseen">Failures</h1>
    ${e.failures.length===0&&a`<p class="nothing">Nothing was observed to be broken. <a href=${n(e.scenarios.length>0?"scenarios":"clauses")}>What was checked</a></p>`}
    ${e.failures.map(({title:o,causes:r})=>a`<section>
        <h2>${o}</h2>
        ${r.map(s=>a`<${Hn} ...${{source:t,run:e,cause:s,to:n}} />`)}
      </section>`)}
  </div>`}function Hn({source:t,run:e,cause:n,to:o}){let[r,...s]=n.broken.map(i=>a`<${Bn} key=${i.id} ...${{source:t,run:e,broken:i,to:o}} />`);return a`<article class="card">
    ${r}
    ${n.common!==""&&a`<p class="quiet">${n.common}</p>`}
    ${s.length>0&&a`<details>
      <summary>Probably the same cause: ${n.broken.slice(1).map(({id:i})=>i).join(", ")}</summary>
      ${s}
    </details>`}
  </article>`}function Bn({source:t,run:e,broken:{id:n,findings:o},to:r}){let s=e.clauses.find(p=>p.id===n),[i,...c]=o.slice(0,qn);return a`<div>
    <h3><a class="tag clause" href=${r("clauses",[n])}>${n}</a> <${M} text=${s.title} /></h3>
    <p><${M} text=${s.text} /></p>
    <p class="quiet">
      ${s.level}, section ${s.section}; ${w(s.failures,"time")} broken, ${w(s.passes,"time")} observed to hold
    </p>
    ${s.reason!==""&&a`<p>${s.reason}</p>`}
    <${We} clause=${s} />
    <${Wt} ...${{source:t,run:e,clause:s,found:i,to:r}} />
    ${c.length>0&&a`<details>
      <summary>${w(o.length-1,"more finding")}</summary>
      ${c.map(p=>a`<${Wt} ...${{source:t,run:e,clause:s,found:p,to:r}} />`)}
    </details>`}
  </div>`}function Wt({source:t,run:e,clause:n,found:{place:o,alike:r},to:s}){let i=e.judgements[o],c=i.exchanges.slice(-An),p=[["Expected",i.expected],["Actual",r===""?i.actual:`${i.actual} (${r})`],["Why it matters",n.why],["Found by",i.by],i.kind!==void 0&&["Kind",i.kind],i.known!==null&&["Baseline",`known, does not count: ${i.known}`]],_=e.scenarios.some(({id:l})=>l===i.scenario);return a`<div class="finding">
    <${he} facts=${p} />
    ${_&&a`<p><a class="button" href=${s("scenarios",[i.scenario])}>The whole chain of ${i.scenario}</a></p>`}
    ${c.map((l,d)=>a`<${I} key=${l} ...${{source:t,run:e,id:l,open:d===c.length-1,marks:d===c.length-1?i.marks:{}}} />`)}
    ${i.again&&a`<details>
      <summary>Commands that reproduce it</summary>
      <${jt} label="commands" text=${[i.again.command,...i.again.curl].join(`
`)} />
    </details>`}
  </div>`}function zt({run:t,to:e}){let n=[...t.readings].sort((o,r)=>+(r.seen.length>0)-+(o.seen.length>0));return a`<div class="narrow">
    <h1>More of this run</h1>
    ${t.lists.map(({title:o,lines:r})=>a`<section><h2>${o}</h2><ul>${r.map(s=>a`<li>${s}</li>`)}</ul></section>`)}
    ${n.length>0&&a`<${Dn} readings=${n} to=${e} />`}
  </div>`}function Dn({readings:t,to:e}){return a`<section>
    <h2>Readings</h2>
    <dl class="readings">
      ${t.map(({id:n,question:o,seen:r,inconsistent:s})=>a`<dt><code>${n}</code></dt>
          <dd>
            <${M} text=${o} />
            ${r.map(({choice:i,text:c,exchanges:p})=>a`<div>
                <code>${i}</code> <${M} text=${c} /> ${p.map(_=>a`<a href=${e("requests",[_])}>#${_}</a> `)}
              </div>`)}
            ${r.length===0&&a`<div class="quiet">not observed</div>`} ${s&&a`<span class="tag warn">not always the same</span>`}
          </dd>`)}
    </dl>
  </section>`}var oe=720,j=120,Fn=18,In=90,Jt=t=>t.reduce((e,n)=>e+n,0);function Kt({run:t}){let{sliceMs:e,requests:n,refused:o,credits:r}=t.timeline,s=Math.max(1,...n),i=r.at(-1),c=oe/n.length,p=f=>f*c,_=f=>f.flatMap((u,$)=>{let v=u/s*j;return u===0?[]:a`<rect x=${p($)} y=${j-v} width=${c} height=${v} />`}),l=r.map((f,u)=>`${p(u+1)},${j-f/Math.max(1,i)*j}`).join(" "),d=`${w(Jt(n),"request")} in ${Gt(e*n.length)}, ${i>0?`${w(i,"credit")}, `:""}${w(Jt(o),"answer")} with 429`;return a`<section>
    <h2>Requests and credits over time</h2>
    <figure class="curve">
      <svg viewBox=${`0 0 ${oe+In} ${j+Fn}`} shape-rendering="crispEdges" role="img" aria-label=${d}>
        ${n.map((f,u)=>f===0&&a`<rect class="wait" x=${p(u)} y="0" width=${c} height=${j} />`)}
        <g class="requests">${_(n)}</g>
        <g class="refused">${_(o)}</g>
        ${i>0&&a`<polyline points=${`0,${j} ${l}`} />`}
        <line class="axis" x1="0" y1=${j} x2=${oe} y2=${j} />
        ${[0,.5,1].map(f=>a`<text x=${f*oe} y=${j+14} text-anchor=${["start","middle","end"][f*2]}>${Gt(f*e*n.length)}</text>`)}
        ${i>0&&a`<text x=${oe+4} y="11">${w(i,"credit")}</text>`}
      </svg>
      <figcaption>
        ${d}. Bars are requests, red ones were answered with 429${i>0&&", the line is credits"}. In shaded spans no
        request was sent.
      </figcaption>
    </figure>
  </section>`}function Gt(t){if(t<1e3)return`${Math.round(t)} ms`;let e=t<1e4?Math.round(t/100)/10:Math.round(t/1e3);return e<60?`${e} s`:`${Math.floor(e/60)} min ${e%60} s`}function Qt({run:t,to:e}){return a`<div class="narrow">
    <h1 class="unseen">Overview</h1>
    ${t.failures.length===0&&a`<p class="nothing">Nothing was observed to be broken.</p>`}
    ${t.failures.map(({title:n,causes:o})=>a`<section>
        <h2>${n}</h2>
        <ul class="plain">
          ${o.map(r=>a`<${Un} run=${t} cause=${r} to=${e} />`)}
        </ul>
      </section>`)}
    <${Wn} run=${t} to=${e} />
    ${t.timeline!==null&&a`<${Kt} run=${t} />`}
    <${zn} run=${t} to=${e} />
  </div>`}function Un({run:t,cause:{common:e,broken:n},to:o}){let[r,...s]=n,{text:i}=t.clauses.find(({id:c})=>c===r.id);return a`<li>
    <a class="tag clause" href=${o("clauses",[r.id])}>${r.id}</a> <${M} text=${i} />
    <span class="quiet"> ${e}</span>
    ${s.length>0&&a`<div class="quiet">
        Probably the same cause: ${s.map(({id:c})=>a`<a href=${o("clauses",[c])}>${c}</a> `)}
      </div>`}
  </li>`}function Ln({label:t,first:e="",operations:n,rows:o}){return a`<div class="wide" tabindex="0" role="region" aria-label=${t}>
    <table class="map">
      ${n.length>0&&a`<thead>
        <tr><${e?"th":"td"} scope=${e?"col":void 0}>${e}<//>${n.map(r=>a`<th scope="col"><span>${r}</span></th>`)}</tr>
      </thead>`}
      <tbody>
        ${o.map(([r,...s])=>a`<tr><th scope="row">${r}</th>${s}</tr>`)}
      </tbody>
    </table>
  </div>`}function Wn({run:t,to:e}){let{operations:n}=t,o=new Set(t.clauses.flatMap(({verdict:i,pairs:c})=>[i,...c.map(p=>p.verdict)])),s=t.sections.filter(({id:i})=>t.clauses.some(({group:c})=>c===i)).map(({id:i,title:c})=>{let p=t.clauses.filter(({group:l})=>l===i),_=p.filter(({pairs:l})=>l.length===0);return[c,...n.map(l=>a`<td><${Vn} ...${{run:t,to:e,clauses:p,section:i,operation:l}} /></td>`),_.length>0&&a`<td colspan=${Math.max(1,n.length)}>
        ${_.map(l=>a`<a class=${`cell ${l.verdict}`} href=${e("clauses",[l.id])} title=${`${l.id} ${l.title}: ${t.words[l.verdict].word}`}>${l.id.replace("CLI-","")}</a>`)}
      </td>`]});return a`<section>
    <h2>${R(t.terms.clause)}s by section${n.length>0&&" and operation"}</h2>
    <${Ln} label="Verdicts by section" first="Section" operations=${n} rows=${s} />
    <p class="legend">${Object.entries(t.words).filter(([i])=>o.has(i)).map(([i,{word:c}])=>a`<span><span class=${`cell ${i}`} aria-hidden="true"></span> ${c}</span>`)}</p>
  </section>`}function Vn({run:t,to:e,clauses:n,section:o,operation:r}){let s=n.flatMap(_=>_.pairs.filter(l=>l.operation===r));if(s.length===0)return null;let i=Ut(t.words,s.map(({verdict:_})=>_)),c=s.filter(({verdict:_})=>_===i).length,p=`${o} on ${r}: ${c} of ${w(s.length,t.terms.clause)} ${t.words[i].word}`;return a`<a class=${`cell ${i}`} href=${e("clauses",[],{section:o,operation:r})} title=${p} aria-label=${p}>${c}</a>`}function zn({run:t,to:e}){if(t.unchecked.length===0)return null;let n=r=>r.split(" ")[0],o=r=>t.clauses.some(({id:s})=>s===n(r))?a`<a href=${e("clauses",[n(r)])}>${r}</a>; `:a`<a href=${e("scenarios",r.split("/"))}>${r}</a>; `;return a`<section>
    <h2>Not checked, and why</h2>
    <ul class="plain">
      ${t.unchecked.map(({verdict:r,reason:s,pairs:i,printed:c})=>a`<li>
          <${N} words=${t.words} verdict=${r} /> ${s}
          <details>
            <summary class="quiet">${te(new Set(i.map(n)).size)} affected</summary>
            ${i.map(o)} ${c.map(p=>a`<pre class="text">${p}</pre>`)}
          </details>
        </li>`)}
    </ul>
  </section>`}var Xt=6,A=34;function ye({label:t,columns:e,rows:n,selected:o,select:r}){let s=F(null),[i,c]=O(0),[p,_]=O(600),l=F(void 0);P(()=>{let m=s.current,y=()=>_(m.clientHeight),C=new ResizeObserver(y);return C.observe(m),y(),()=>C.disconnect()},[]),Ae(()=>{let m=n.findIndex(({id:y})=>y===l.current);l.current=n[0]?.id,m>0&&i>A/2&&(s.current.scrollTop+=m*A)},[n]);let d=n.length,f=Math.min(d,Math.max(0,Math.floor(i/A)-Xt)),u=Math.min(d,Math.ceil((i+p)/A)+Xt),$=n.slice(f,u),v=()=>n.findIndex(({id:m})=>m===o),g=m=>{let y=Math.max(0,Math.min(d-1,m));if(d===0)return;r(n[y]);let C=s.current,se=C.firstElementChild.offsetHeight,U=y*A;C.scrollTop=Math.min(U,Math.max(C.scrollTop,U+A+se-C.clientHeight))},h=m=>{let y=Math.max(1,Math.floor(p/A)-1),C={ArrowDown:1,ArrowUp:-1,PageDown:y,PageUp:-y};if(m.key in C)g(v()+C[m.key]);else if(m.key==="Home")g(0);else if(m.key==="End")g(d-1);else if(m.key==="Enter"&&o!==void 0)Pt();else return;m.preventDefault()},b=$.some(({id:m})=>m===o);return a`<div
    class="rows"
    role="grid"
    tabindex="0"
    ref=${s}
    aria-label=${t}
    aria-rowcount=${d+1}
    aria-colcount=${e.length}
    aria-activedescendant=${b?`row-${o}`:void 0}
    onScroll=${m=>c(m.currentTarget.scrollTop)}
    onKeyDown=${h}
  >
    <div class="row head" role="row" aria-rowindex="1">
      ${e.map(m=>a`<div role="columnheader" class=${m.class}>${m.title}</div>`)}
    </div>
    <div class="all" role="presentation" style=${{height:`${d*A}px`}}>
      <div role="presentation" class="drawn" style=${{transform:`translateY(${f*A}px)`}}>
        ${$.map((m,y)=>a`<div
            key=${m.id}
            id=${`row-${m.id}`}
            role="row"
            aria-rowindex=${f+y+2}
            aria-selected=${m.id===o}
            class=${m.id===o?"row selected":"row"}
            onClick=${()=>r(m)}
          >
            ${e.map(C=>a`<div role="gridcell" class=${C.class}>${C.cell(m)}</div>`)}
          </div>`)}
      </div>
    </div>
  </div>`}var Jn=({words:t,terms:e})=>[{title:"Verdict",class:"verdict",cell:({verdict:n})=>a`<${N} words=${t} verdict=${n} />`},{title:R(e.scenario),class:"what",cell:({id:n})=>n},{title:"What it shows",class:"noted",cell:({title:n})=>n},{title:"Requests",class:"number",cell:({exchanges:n})=>te(n.length)}];function Yt({source:t,run:e,to:n,change:o,parts:r,query:s}){let i=r.join("/")||void 0,c=be(e.words),p=Q(e.scenarios,s,Gn).toSorted((f,u)=>c.indexOf(f.verdict)-c.indexOf(u.verdict)),_=e.scenarios.find(({id:f})=>f===i),l=`${R(e.terms.scenario)}s`,d=i&&a`<${Kn} key=${i} ...${{source:t,run:e,id:i,scenario:_,to:n,close:()=>o([],s)}} />`;return a`<${G} title=${l} label=${`${l} of this run`} opened=${d}>
      <${X} ...${{run:e,query:s,verdicts:e.scenarios.map(({verdict:f})=>f),change:f=>o(r,f,{replace:!0}),hint:`a word, a ${e.terms.clause}`}} />
      <p class="counts"><span>${w(p.length,e.terms.scenario)} <${ne} words=${e.words} verdicts=${p.map(({verdict:f})=>f)} /></span></p>
      <${ye}
        label=${l}
        columns=${Jn(e)}
        rows=${p}
        selected=${i}
        select=${f=>o(f.id.split("/"),s,{replace:i!==void 0})}
      />
  <//>`}function Gn({id:t,title:e,description:n,clauses:o,requires:r,reason:s}){return[t,e,n,...o,...r,s].join(" ")}function Kn({source:t,run:e,id:n,scenario:o,to:r,close:s}){if(o===void 0)return a`<section class="one"><p class="bad">There is no ${e.terms.scenario} ${T(n)} in this run.</p></section>`;let i=o.judgements.map(d=>e.judgements[d]),c=new Map;for(let d of i)c.set(d.exchanges.at(-1),[...c.get(d.exchanges.at(-1))??[],d]);let p=i.filter(({exchanges:d})=>!o.exchanges.includes(d.at(-1))),_=e.unevaluated?.[n]??[],l=a`${o.id} <${N} words=${e.words} verdict=${o.verdict} />`;return a`<${K} what=${e.terms.scenario} title=${l} close=${s}>
    <p><strong>${o.title}</strong></p>
    <p class="quiet">${o.description}</p>
    ${t.edit?.(n)&&a`<p><a class="button" href=${t.edit(n)}>Edit a copy</a></p>`}
    ${o.reason!==""&&a`<p class=${o.verdict==="fail"?"bad":""}>${o.reason}</p>`}
    <p>${o.clauses.map(d=>a`<${Yn} ...${{run:e,clause:d,judgements:i,to:r}} /> `)}</p>
    <p class="quiet">
      ${w(o.exchanges.length,"exchange")}, ${w(o.credits,"credit")}, ${o.durationMs} ms;${" "}
      ${w(i.filter(({verdict:d})=>d==="pass").length,"check")} held, ${i.filter(({verdict:d})=>d==="fail").length} did not${_.length>0&&`, ${Qn(_)} not evaluated`}
    </p>
    ${p.length>0&&a`<ul class="checks">${p.map(d=>a`<${we} found=${d} to=${r} />`)}</ul>`}
    ${o.exchanges.map(d=>{let f=c.get(d)??[],u=f.filter(({verdict:$})=>$==="fail");return a`<div key=${d}>
        <${I} ...${{source:t,run:e,id:d,open:u.length>0,marks:ve(u)}} />
        <ul class="checks">${[...u,...f.filter(({verdict:$})=>$==="pass")].map($=>a`<${we} found=${$} to=${r} />`)}</ul>
      </div>`})}
    ${_.length>0&&a`<${Xn} run=${e} left=${_} />`}
  <//>`}var Qn=t=>t.reduce((e,{checks:n})=>e+n.length,0);function Xn({run:t,left:e}){return a`<h3>Not evaluated: the ${t.terms.scenario} ended before</h3>
    <ul class="checks">
      ${e.flatMap(({step:n,checks:o})=>o.map(r=>a`<li class="quiet">– step ${n}: ${T(r)}</li>`))}
    </ul>`}function Yn({run:t,clause:e,judgements:n,to:o}){let r=n.filter(({clauses:p})=>p.includes(e)).map(({verdict:p})=>p),s=r.includes("fail")?"fail":r[0]??"not-applicable",{mark:i,word:c}=s==="not-applicable"?{mark:"\u2013",word:"not evaluated"}:t.words[s];return a`<a class=${`badge ${s}`} href=${o("clauses",[e])} title=${`${e}: ${c} in this ${t.terms.scenario}`}><span aria-hidden="true">${i}</span> ${e}<span class="unseen">: ${c}</span></a>`}function we({found:t,to:e}){let n=t.verdict==="pass",o=t.clauses.map(r=>a`<a class="tag clause" href=${e("clauses",[r])}>${r}</a> `);return a`<li>
    <span class=${n?"good":"bad"}>${n?"\u2713":"\u2717"}<span class="unseen">${n?"held":"broken"}</span></span> ${o}
    ${t.expected}${!n&&a`<div class="bad">actual: ${t.actual}</div>`}${n&&t.actual!==t.expected&&a`<span class="quiet"> (${t.actual})</span>`}
  </li>`}var Zn=({scenario:t})=>[{title:"Number",class:"number",cell:({id:e})=>e},{title:"Status",class:"code",cell:e=>a`<${ge} ...${e} />`},{title:"Request",class:"what",cell:e=>a`<span class="method">${e.method}</span> ${e.operation??e.url}`},{title:R(t),class:"noted",cell:eo}],eo=t=>[t.scenario,t.note].filter(Boolean).join(", ");function Zt({source:t,run:e,to:n,change:o,parts:r,query:s}){let i=r[0]===void 0?void 0:Number(r[0]),c=Q(e.exchanges,{text:s.text},to),p=e.exchanges.find(({id:d})=>d===i),_=e.judgements.filter(({exchanges:d})=>d.at(-1)===i&&i!==void 0),l=p&&a`<${K} what="request" title=${`#${i}`} close=${()=>o([],s)}>
      <p>${p.scenario!==""&&a`<a href=${n("scenarios",p.scenario.split("/"))}>${p.scenario}</a>, `}${p.note}</p>
      <ul class="checks">
        ${_.map(d=>a`<${we} found=${d} to=${n} />`)}
      </ul>
      <${I} key=${i} ...${{source:t,run:e,id:i,open:!0,marks:ve(_.filter(({verdict:d})=>d==="fail"))}} />
    <//>`;return a`<${G} title="Requests" label="Requests of this run" opened=${l}>
      <${X} ...${{run:e,query:s,change:d=>o(r,d,{replace:!0}),hint:`a path, a status, a ${e.terms.scenario}, an account`}} />
      <p class="counts"><span>${w(c.length,"request")}</span></p>
      <${ye}
        label="Requests"
        columns=${Zn(e.terms)}
        rows=${c}
        selected=${i}
        select=${d=>o([d.id],s,{replace:i!==void 0})}
      />
  <//>`}function to({id:t,method:e,url:n,status:o,failure:r,operation:s,scenario:i,note:c,account:p}){return`#${t} ${e} ${n} ${o??""} ${r??""} ${s??""} ${i} ${c} ${p}`}var no={conforms:"pass","does-not-conform":"fail",incomplete:"inconclusive",error:"error","nothing-judged":"inconclusive"},en=[{id:"overview",title:()=>"Overview",view:Qt},{id:"failures",title:()=>"Failures",view:Vt},{id:"scenarios",title:({scenario:t})=>`${R(t)}s`,view:Yt},{id:"clauses",title:({clause:t})=>`${R(t)}s`,view:Lt},{id:"requests",title:()=>"Requests",view:Zt},{id:"notes",title:()=>"More",view:zt}],oo=({facts:t})=>t.find(([e])=>e==="Took")?.[1]??"",so=({failures:t})=>t.length===0?"scenarios":"overview";function ro({scenarios:t,terms:e}){let n=[...new Set(t.flatMap(({pack:r})=>r??[]))];return n.length===0?"":`${n.length>3?w(n.length,"pack"):n.join(", ")}: ${w(t.length,e.scenario)}`}function tn({source:t,place:e,parts:n,query:o,children:r}){let{run:s}=t,i=s.scenarios.length===0?en.filter(({id:l})=>l!=="scenarios"):en,c=i.find(({id:l})=>l===(n[0]??so(s)))??i[0];P(()=>{document.title=`${s.verdictWord}: ${s.target}`},[s]);let p=(l,d=[],f={})=>De([...e,l,...d],f),_=(l,d,f)=>Mt([...e,c.id,...l],d,f);return a`<div class="run">
    <section class="run-head" aria-label="Verdict">
      <p class="run-verdict">
        <${N} words=${s.words} verdict=${no[s.verdict]} text=${s.verdictWord} />
        <span>${s.headline}</span>
      </p>
      <details>
        <summary>${[ro(s),s.target,Rt(s.startedAt),oo(s)].filter(l=>l.trim()!=="").join(" \xB7 ")}</summary>
        <ul class="tiles">${s.tiles.map(([l,d])=>a`<li><b>${l}</b> <span>${d}</span></li>`)}</ul>
        <${he} facts=${s.facts} />
      </details>
      <div class="run-bar">
        <nav aria-label="Parts of this run">
          ${i.map(({id:l,title:d})=>a`<a href=${p(l)} aria-current=${l===c.id?"page":void 0}>${d(s.terms)}</a>`)}
        </nav>
        ${r}
      </div>
    </section>
    <${c.view} key=${c.id} ...${{source:t,run:s,to:p,change:_,parts:n.slice(1),query:o}} />
  </div>`}var Ve=JSON.parse(document.getElementById("view").textContent),io=[...document.querySelectorAll("script[data-from]")],ze=new Map;async function ao(t){let e=Uint8Array.from(atob(t.textContent),r=>r.charCodeAt(0)),n=new Blob([e]).stream().pipeThrough(new DecompressionStream("gzip")),o=JSON.parse(await new Response(n).text());return new Map(o.map(r=>[r.id,r]))}async function co(t){let e=io.findLast(({dataset:n})=>Number(n.from)<=t);return ze.has(e)||ze.set(e,ao(e)),(await ze.get(e)).get(t)}function lo(){let{parts:t,query:e}=Et();return a`<header class="bar"><span class="home">Job Search Service conformance</span><span class="state">${[`kit ${Ve.kit}`,Ve.startedAt.slice(0,16).replace("T"," ")].filter(Boolean).join(", ")}</span></header>
    <main class="bench"><${tn} source=${{run:Ve,bodies:co}} place=${[]} parts=${t} query=${e} /></main>
    <${Ct} />`}var Je=document.getElementById("run");Je.replaceChildren();Je.className="";Re(a`<${lo} />`,Je);})();
